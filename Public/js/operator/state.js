// @ts-check
/** What the operator's page shows, as text, made of what the server says in `/operator/state.json`. */

/**
 * @typedef {{name: string, told: string, bar?: {value: number, max: number}}} Figure
 * @typedef {{rows: string[][], count: number}} List `count` is of all that there are, also of those without a row
 */

/**
 * "3 d 4 h", "12 min", "5 s".
 * @param {number} seconds
 */
export function duration(seconds) {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes < 1) return `${Math.max(0, seconds)} s`;
  if (hours < 1) return `${minutes} min`;
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** @param {any} state */
export function heading(state) {
  return `${state.state}, ${state.version}, up ${duration(state.upSeconds)}`;
}

/**
 * Each with a bar where there is something that it may not pass.
 * @param {any} state @returns {Figure[]}
 */
export function figures({ figures, connections, connectionsMax }) {
  /** @param {string} name @param {number} value @param {number} [max] @returns {Figure} */
  const figure = (name, value, max) => ({
    name, told: `${value}`, ...(max === undefined ? {} : { bar: { value: Math.min(value, max), max } }),
  });
  /** @param {string} name @param {number|null} microseconds @returns {Figure} */
  const average = (name, microseconds) => ({ name, told: microseconds === null ? "none yet" : `${microseconds} µs` });
  /** @param {number} bytes */
  const megabytes = (bytes) => Math.floor(bytes / 2 ** 20);
  return [
    figure("Connections", connections, connectionsMax),
    figure("Tables awake", figures.tablesAwake, figures.tablesMax),
    figure("Tables with people", figures.tablesWithPeople, Math.max(1, figures.tablesAwake)),
    figure("Memory of tables, in megabytes", megabytes(figures.tableBytes), megabytes(figures.tableBytesMax)),
    figure("Tables asleep", figures.tablesAsleep),
    figure("Commands done", figures.commandsDone),
    figure("Commands refused", figures.commandsRefused),
    average("Answered, on average", figures.answerMicroseconds),
    average("Commits, on average", figures.commitMicroseconds),
    figure("Records that wait", figures.recordsWaiting),
    figure("Blobs, in megabytes", megabytes(figures.blobBytes)),
  ];
}

/** @param {any} state @returns {List} */
export function tables({ tables, tableCount }) {
  return {
    rows: tables.map((/** @type {any} */ table) => [
      table.id, table.game, `${table.players} of ${table.seats}`, `${table.watching}`, `${table.version}`,
      duration(table.idleSeconds), `${table.waiting}`,
    ]),
    count: tableCount,
  };
}

/** @param {any} state @returns {List} */
export function people({ people, personCount }) {
  return {
    rows: people.map((/** @type {any} */ person) => [
      person.guest, person.name + (person.bot ? " (bot)" : ""), person.tables.join(" "), person.network,
      duration(person.connectedSeconds),
    ]),
    count: personCount,
  };
}

/**
 * The newest line first.
 * @param {{log: Record<string, string>[]}} state @returns {List}
 */
export function log({ log }) {
  const rows = log.map(({ time, level, msg, ...fields }) => [
    time, level, msg, Object.entries(fields).map(([name, text]) => `${name}=${quoted(text)}`).join(" "),
  ]);
  return { rows: rows.reverse(), count: rows.length };
}

/**
 * As the log has it: what has spaces, quotes or controls in it is quoted.
 * @param {string} text
 */
function quoted(text) {
  return /^[^\0-\x20\x7f"=\\]+$/.test(text) ? text : JSON.stringify(text);
}

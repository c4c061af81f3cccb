// @ts-check
/**
 * What people have reported, and who is banned, as text, made of what the server says in `/operator/reports.json`; and
 * what is asked of the server about it. Pure.
 */

/**
 * @typedef {{id:number, at:number, room:string, why:string, line:number, by:string, about:string, network?:string,
 *   lines:Array<[number, number, string, string, string]>}} Report
 * @typedef {{id:number, guest?:string, network?:string, name?:string, until:number}} Ban
 * @typedef {{path:string, body:Record<string, unknown>}} Order
 * @typedef {{name:string, text:string, isMeant:boolean}} LineTold
 */

const WHY = new Map([["insult", "An insult"], ["spam", "Spam"], ["cheating", "Cheating"], ["other", "Something else"]]);

/** @param {number} milliseconds since 1970 @returns {string} as the log has it, in the time of Greenwich */
export const moment = (milliseconds) =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** @param {Report} report */
export function reportTold({ why, about, by, room, at, network, line, lines }) {
  const meant = lines.find(([n]) => n === line);
  const told = lines.map(([n, , , name, text]) => ({ name, text, isMeant: n === line }));
  return {
    why: WHY.get(why) ?? why,
    name: meant?.[3] ?? "",
    text: meant?.[4] ?? "The line is gone.",
    /** @type {[string, string][]} */
    facts: [["Said by", about], ["From", network ?? "unknown"], ["Reported by", by], ["Table", room],
      ["When", moment(at)]],
    lines: told,
    linesTitle: told.length === 1 ? "The only line" : `The last ${told.length} lines`,
  };
}

/** @param {Ban} ban @returns {string[]} a cell each */
export const banTold = ({ guest, network, name, until }) => [
  name ?? "", guest ?? "anybody", network ?? "anywhere", moment(until),
];

/** @param {Report} report @returns {Order} */
export const closing = ({ id }) => ({ path: `/operator/reports/${id}`, body: { do: "close" } });

/**
 * @param {Report} report @param {string} who the person, their network, or both @param {number} hours
 * @returns {Order}
 */
export const banning = ({ id }, who, hours) => ({ path: "/operator/bans", body: { report: id, who, hours } });

/** @param {Ban} ban @returns {Order} */
export const lifting = ({ id }) => ({ path: "/operator/bans", body: { lift: id } });

/**
 * What came of it, where it was not done.
 * @param {number} status @param {any} answer
 */
export function failure(status, answer) {
  if (status === 401 || status === 403) return "That is not the operator's token.";
  if (status === 429) return "Too many wrong tokens. Wait some seconds.";
  return typeof answer?.message === "string" ? answer.message : `The server answered ${status}: it was not done.`;
}

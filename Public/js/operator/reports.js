// @ts-check
/**
 * What people have reported, and who is banned, as text, made of what the server says in `/operator/reports.json`; and
 * what is asked of the server about it. Pure.
 */

/**
 * @typedef {{id:number, room:string, by:string, about:string, name?:string, why:string, line:number, at:number,
 *   lines:Array<[number, number, string, string, string]>}} Report `name`: of whom it is about, as they were named then
 * @typedef {{id:number, kind:string, guest?:string, name:string, madeAt:number, until:number}} Ban of a guest, or of a
 *   network that a guest came from; `name` is empty where nobody knows it any more
 * @typedef {{path:string, body:Record<string, unknown>}} Order
 */

const WHY = new Map([["insult", "An insult"], ["spam", "Spam"], ["cheating", "Cheating"], ["other", "Something else"]]);

/** @param {number} milliseconds since 1970 @returns {string} as the log has it, in the time of Greenwich */
export const moment = (milliseconds) =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** @param {Report} report */
export function reportTold({ why, about, by, name, room, at, line, lines }) {
  const meant = lines.find(([n]) => n === line);
  return {
    why: WHY.get(why) ?? why,
    name: meant?.[3] ?? name ?? about,
    text: meant?.[4] ?? "The line is gone.",
    /** @type {[string, string][]} */
    facts: [["Said by", about], ["Reported by", by], ["Table", room], ["When", moment(at)]],
    lines: lines.map(([n, , , name, text]) => ({ name, text, isMeant: n === line })),
    linesTitle: lines.length === 1 ? "The only line" : `The last ${lines.length} lines`,
  };
}

/** @param {Ban} ban @returns {string[]} a cell each */
export const banTold = ({ kind, guest, name, madeAt, until }) => [
  name || (guest ?? ""), kind === "guest" ? guest ?? "" : "their network", moment(madeAt), moment(until),
];

/** @param {Report} report @returns {Order} */
export const closing = ({ id }) => ({ path: `/operator/reports/${id}`, body: { do: "close" } });

/**
 * @param {Report} report @param {boolean} network also all who come from where they came from
 * @param {number} hours @returns {Order}
 */
export const banning = ({ about: guest }, network, hours) => (
  { path: "/operator/bans", body: { guest, network, hours } });

/** @param {Ban} ban @returns {Order} */
export const lifting = ({ id }) => ({ path: "/operator/bans", body: { do: "lift", id } });

/**
 * What came of it, where it was not done.
 * @param {number} status @param {any} answer
 */
export function failure(status, answer) {
  if (answer?.error === "token") return "That is not the operator's token.";
  return typeof answer?.message === "string" ? answer.message : `The server answered ${status}: it was not done.`;
}

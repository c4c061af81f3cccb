// @ts-check
/**
 * Bytes to the server: one PUT after the other, each answered with the blob's id or with words that say what to do.
 * Promise: `upload` always ends: with an id, with words, or with nothing when it was stopped.
 */
import { isPicture } from "./kinds.js";
import { nameOf, uploads } from "./things.js";
import { has, t } from "../words/say.js";

/** @typedef {import("./things.js").Thing} Thing */
/** @typedef {{status:number, body:string}} Reply status 0: nobody answered */
/**
 * Sends bytes and tells how far it is, from 0 to 1; without an answer when it was stopped.
 * @typedef {(bytes:Blob, headers:Record<string,string>, onPart:(part:number) => void, signal:AbortSignal)
 *   => Promise<Reply|null>} Send
 */
/** @typedef {{blob:string}|{why:string, all?:boolean}|null} Uploaded  all: no other upload will fare better now */

const PATH = "/api/blobs";

/** What will be no different for the next file. */
const FOR_ALL = new Set([0, 401, 403, 429, 507]);

/**
 * @param {Blob|string} content @param {string} type @param {string} token
 * @param {(part:number) => void} onPart @param {AbortSignal} signal @param {Send} [send]
 * @returns {Promise<Uploaded>}
 */
export async function upload(content, type, token, onPart, signal, send = sendByRequest) {
  const bytes = typeof content === "string" ? new Blob([content]) : content;
  const named = isPicture(type) || type === "text/vcard" ? type : "text/plain;charset=utf-8";
  const reply = await send(bytes, { Authorization: `Bearer ${token}`, "Content-Type": named }, onPart, signal);
  if (reply === null) return null;
  const { status } = reply;
  const answer = read(reply.body);
  if ((status === 200 || status === 201) && /^[0-9a-f]{64}$/.test(String(answer.blob))) return { blob: answer.blob };
  // Whose share is used up, and until when, the server knows better.
  const said = sentence(answer.message);
  const known = has(`upload.${status}`) ? t(`upload.${status}`) : undefined;
  const why = (status === 429 ? said : undefined) ?? known ?? said ?? t("upload.other");
  return FOR_ALL.has(status) || status >= 500 ? { why, all: true } : { why };
}

/**
 * Brings the bytes of all things to the server, in order. What cannot be brought is noted, and the rest goes on;
 * after a refusal that holds for all, nothing more is tried.
 * @param {readonly Thing[]} things @param {import("./things.js").Refused[]} missing @param {string} token
 * @param {(text:string, part:number) => void} tell @param {AbortSignal} signal @param {Send} [send]
 * @returns {Promise<Thing[]>} the things that can be put now
 */
export async function uploadAll(things, missing, token, tell, signal, send = sendByRequest) {
  const total = things.filter((thing) => uploads(thing).size > 0).length;
  /** @type {Thing[]} */
  const whole = [];
  let begun = 0;
  let over = "";
  for (const thing of things) {
    const away = uploads(thing);
    /** @type {Thing} */
    const brought = [];
    let why = "";
    if (away.size > 0) begun += 1;
    const text = t(total > 1 ? "upload.many" : "upload.one", { begun, total, name: nameOf(thing) });
    for (const way of thing) {
      if (!away.has(way)) {
        brought.push(way);
        continue;
      }
      why = over;
      if (why !== "") break;
      const part = (/** @type {number} */ it) => tell(text, (begun - 1 + it) / total);
      part(0);
      const answer = await upload(way.bytes ?? way.text ?? "", way.type, token, part, signal, send);
      if (answer === null || "why" in answer) {
        why = answer?.why ?? t("upload.stopped");
        if (answer === null || answer.all) over = why;
        break;
      }
      brought.push({ type: way.type, blob: answer.blob, ...(way.name && { name: way.name }) });
    }
    if (why === "") whole.push(brought);
    else missing.push({ name: nameOf(thing), why });
  }
  return whole;
}

/** @param {string} body @returns {any} what a server said */
function read(body) {
  try {
    const value = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** @param {unknown} message a sentence of the server, to stand after a name and a colon */
function sentence(message) {
  return typeof message === "string" && message !== "" ? message.replace(/\.$/, "") : undefined;
}

/**
 * Only this kind of request tells how much of it is on its way.
 * @type {Send}
 */
function sendByRequest(bytes, headers, onPart, signal) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PUT", PATH);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, body: request.responseText });
    request.onerror = () => resolve({ status: 0, body: "" });
    request.onabort = () => resolve(null);
    if (signal.aborted) return resolve(null);
    signal.addEventListener("abort", () => request.abort());
    return request.send(bytes);
  });
}

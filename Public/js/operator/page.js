// @ts-check
/**
 * The operator's page, which shows itself anew every ten seconds; by itself it changes nothing. What people chose and
 * said, names above all, is text, whatever is in it.
 */
import { Desk } from "./desk.js";
import { element, made } from "./page-elements.js";
import { figures, heading, log, people, tables } from "./state.js";

const RENEWED_MILLISECONDS = 10_000;
const whole = location.pathname === "/operator/full";

/** @param {import("./state.js").Figure} figure */
function row({ name, told, bar }) {
  const value = made("dd", told);
  if (bar) {
    const meter = document.createElement("meter");
    Object.assign(meter, bar);
    meter.setAttribute("aria-label", `${name} of ${bar.max}`);
    value.append(" ", meter);
  }
  return made("div", made("dt", name), value);
}

/** @param {string} id @param {import("./state.js").List} list */
function show(id, { rows, count }) {
  const section = `section[aria-labelledby=${id}]`;
  element(`${section} small`).textContent = `${count}`;
  element(`${section} tbody`).replaceChildren(
    ...rows.map((cells) => made("tr", ...cells.map((cell) => made("td", cell)))));
  const more = element(`${section} .more`);
  more.hidden = count <= rows.length;
  more.textContent = `${count - rows.length} more are not shown.`;
}

const desk = new Desk(showReports);

async function showReports() {
  const answer = await fetch("/operator/reports.json");
  if (answer.ok) desk.show(await answer.json());
}

async function renew() {
  try {
    const answer = await fetch(whole ? "/operator/full.json" : "/operator/state.json");
    // The token is another one now: the browser asks for it.
    if (answer.status === 401) return location.reload();
    if (!answer.ok) throw new Error(`${answer.status}`);
    const state = await answer.json();
    element("#state").textContent = heading(state);
    element("dl").replaceChildren(...figures(state).map(row));
    show("tables", tables(state));
    show("people", people(state));
    show("log", log(state));
    await showReports();
  } catch {
    element("#state").textContent = "no answer; asked again";
  }
  setTimeout(renew, RENEWED_MILLISECONDS);
}

element(whole ? "#whole" : "#short").hidden = false;
renew();

// @ts-check
/**
 * Where searches run, beside the page: a question in, a verdict out, one after the other.
 * In: `{id, rules, view, positions}`. Out: `{id, begins: true}` when the module is there and the search begins, then
 * `{id, …}` with what was found. After `{fails}` nothing more comes.
 */
import { SolverModule } from "./module.js";
import { fetchRules } from "../net/rules.js";

const WAIT_MS = 60000;

/** @type {Promise<SolverModule>|null} */
let coming = null;

addEventListener("message", async ({ data: { id, ...question } }) => {
  try {
    coming ??= fetchRules("/solver.wasm", WAIT_MS).then((exports) => new SolverModule(exports));
    const solver = await coming;
    postMessage({ id, begins: true });
    postMessage({ id, ...solver.ask(question) });
  } catch (error) {
    postMessage({ id, fails: String(error) });
  }
});

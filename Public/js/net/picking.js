// @ts-check
/**
 * A deal that can be won may not be ready at once: then the same is asked again, and the server says after how long.
 */

/** So often it is asked again; then somebody is told. */
export const TRIES_MAX = 20;
/** Where the server does not say. */
const TRY_AGAIN_MS = 500;

/** @param {{code:string, why?:string}} no */
export const isNotReady = ({ code, why }) => code === "rate" && why === "noDealYet";

/**
 * How long to wait: longer each time, for tables may be opened only so often.
 * @param {{reset?:number}} no @param {number} tries how often it was asked before
 */
export const patience = ({ reset = TRY_AGAIN_MS }, tries) => reset * (1 + tries / 4);

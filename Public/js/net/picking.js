// @ts-check
/**
 * A deal that can be won may not be ready at once: then the same is asked again, and the server says after how long.
 */

/** So often it is asked again; then somebody is told. */
export const TRIES_MAX = 24;
/** Where the server does not say. */
export const TRY_AGAIN_MS = 500;

/** @param {{code:string, why?:string}} no */
export const isNotReady = ({ code, why }) => code === "rate" && why === "noDealYet";

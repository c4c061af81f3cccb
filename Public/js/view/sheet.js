// @ts-check
/** Styles that come later, with the part of the page that needs them. */

/**
 * @param {string} address of a sheet @returns {Promise<void>} when it is there, or does not come: a page without it can
 *   be read
 */
export const sheet = (address) => new Promise((done) => {
  if (!globalThis.document?.head || document.head.querySelector(`link[href="${address}"]`)) return done();
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: address });
  link.addEventListener("load", () => done());
  link.addEventListener("error", () => {
    link.remove();
    done();
  });
  return document.head.append(link);
});

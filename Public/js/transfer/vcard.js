// @ts-check
/**
 * Text from outside: bytes to letters, and files of several contacts taken apart. Fields are the server's to read.
 * Promise: no contact is lost and none is changed; each begins with BEGIN:VCARD and ends with END:VCARD.
 */

/**
 * The contacts of a text in order, each on its own; empty if the text has no whole contact.
 * @param {string} text @returns {string[]}
 */
export function contacts(text) {
  /** @type {string[]} */
  const found = [];
  /** @type {string[]|null} */
  let open = null;
  let depth = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const word = line.trim().toUpperCase();
    // vCard 2.1 allows a card inside a card (AGENT).
    if (word === "BEGIN:VCARD") {
      depth += 1;
      if (depth === 1) open = [];
    }
    open?.push(line);
    if (word === "END:VCARD" && open) {
      depth -= 1;
      if (depth > 0) continue;
      found.push(open.join("\r\n") + "\r\n");
      open = null;
    }
  }
  return found;
}

/**
 * Letters of bytes: by their mark, else UTF-8, else as old address books wrote (Windows-1252).
 * @param {Uint8Array} bytes @returns {string}
 */
export function letters(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * The name of a contact, for words to people; empty if it has none.
 * @param {string} card
 */
export function contactName(card) {
  return /^(?:[\w-]+\.)?FN(?:;[^:\r\n]*)?:([^\r\n]*)/im.exec(card)?.[1].trim() ?? "";
}

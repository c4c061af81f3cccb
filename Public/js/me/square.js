// @ts-check
/** A text as a picture that a telephone reads. Without the picture there is still the text. */
import { later } from "../net/release.js";
import { attribute } from "../view/dom.js";
import { t } from "../words/say.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} text @param {string} label key of what it is @returns {SVGSVGElement} drawn as soon as it can be */
export function square(text, label) {
  const picture = document.createElementNS(SVG, "svg");
  attribute(picture, "class", "qr");
  attribute(picture, "role", "img");
  attribute(picture, "aria-label", t(label));
  attribute(picture, "data-t-aria", label);
  attribute(picture, "hidden", "");
  later(() => import("../table/host/qr.js")).then(({ outline, qr, QUIET }) => {
    const matrix = qr(text);
    const size = matrix.length + 2 * QUIET;
    const path = document.createElementNS(SVG, "path");
    attribute(picture, "viewBox", `0 0 ${size} ${size}`);
    attribute(path, "d", outline(matrix));
    picture.append(path);
    attribute(picture, "hidden", null);
  }).catch(() => {});
  return picture;
}

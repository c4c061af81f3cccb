/** docs/CLIENT.md against the client itself: what it lists, and that each class stands once. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";

const PUBLIC = new URL("../../../Public/", import.meta.url);
const PAGE = readFileSync(new URL("../../../docs/CLIENT.md", import.meta.url), "utf8");

/** All scripts of the client, as docs/CLIENT.md names them. */
function scripts(folder = "") {
  return readdirSync(new URL(folder, PUBLIC), { withFileTypes: true }).flatMap((entry) => {
    const name = folder + entry.name;
    if (entry.isDirectory()) return scripts(`${name}/`);
    return name.endsWith(".js") ? [name] : [];
  });
}

describe("the page about the client", () => {
  test("lists every script once, and none that is not there", () => {
    const listed = [...PAGE.matchAll(/^\| `([^`]+\.js)` \| .+ \|$/gm)].map(([, name]) => name);
    assert.deepEqual(listed.sort(), scripts().sort());
  });

  test("names only files that are there on the way from the pointer", () => {
    const [, way] = PAGE.split("## From the pointer to the confirmed table");
    const named = [...way.split("## ")[0].matchAll(/`((?:[\w-]+\/)+[\w-]+\.js)`/g)].map(([, name]) => name);
    assert.ok(named.length >= 9, `${named.length} files`);
    const all = scripts();
    for (const name of named) assert.ok(all.some((it) => it.endsWith(`/${name}`)), name);
  });
});

describe("an exported class", () => {
  test("has a name that no other has", () => {
    const names = scripts().flatMap((name) =>
      [...readFileSync(new URL(name, PUBLIC), "utf8").matchAll(/^export class (\w+)/gm)].map(([, it]) => it));
    assert.ok(names.length > 50, `${names.length} classes`);
    assert.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
  });
});

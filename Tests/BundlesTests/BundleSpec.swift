import Testing

@testable import Bundles

@Suite struct `A bundle` {
  @Test func `holds each module once, behind those that it imports, in a scope of its own`() throws {
    let made = try bundled([
      "/main.js":
        "import { b } from \"./b.js\";\nimport { a as c } from \"./a.js\";\nimport \"./c.js\";\nb(c);\n",
      "/b.js": "import { a } from \"./a.js\";\nexport function b(it) { return it + a; }\n",
      "/a.js": "// two\nexport const a = 2;\n",
      "/c.js": "import * as all from \"/a.js\";\nconst a = all.a;\nexport { a as three };\n",
    ])
    #expect(
      made.first == """
        "use strict";(async()=>{const $m=[];
        {const a=2;
        ;$m[0]={a}}
        {const{a}=$m[0];function b(it){return it + a;}
        ;$m[1]={b}}
        {const all=$m[0];const a=all.a;
        ;$m[2]={three:a}}
        {const{b}=$m[1];const{a:c}=$m[0];b(c);
        ;$m[3]={}}
        globalThis.bundled={"/a.js":$m[0],"/b.js":$m[1],"/c.js":$m[2],"/main.js":$m[3],...globalThis.bundled};
        })();

        """)
    #expect(made.later == [])
  }

  @Test(arguments: ["let b=2;a<!--b;", "let b=2;a < !--b;"])
  func `has no comment where a module compares`(words: String) throws {
    let made = try bundled(["/main.js": "const a=1;\(words)\n"])
    #expect(made.first.contains("a< !--b;"))
  }

  @Test func `leaves what is asked for later to a part of its own`() throws {
    let made = try bundled([
      "/main.js":
        "import { a } from \"./a.js\";\nawait import(\"./late.js\");\nconst b = () => import(\"./a.js\");\na(b);\n",
      "/a.js": "export const a = (it) => it;\n",
      "/late.js":
        "import { a } from \"./a.js\";\nimport { d } from \"./d.js\";\nexport class Late { b = a(d); }\n",
      "/d.js": "export const d = `/img/x.svg`;\n",
    ])
    #expect(made.first.contains("await $late(0,3);"))
    // It is here already.
    #expect(made.first.contains("const b=()=>Promise.resolve().then(()=>$m[0]);"))
    #expect(!made.first.contains("class Late"))
    #expect(
      made.later == [
        """
        export default async($m,$late)=>{
        {const d=`/img/x.svg`;
        ;$m[2]={d}}
        {const{a}=$m[0];const{d}=$m[2];class Late{b=a(d);}
        ;$m[3]={Late}}
        globalThis.bundled={...globalThis.bundled,"/d.js":$m[2],"/late.js":$m[3]}};

        """
      ])
  }

  @Test func `has at once what two later parts need, and runs it before its entry`() throws {
    let made = try bundled([
      "/main.js": "import(\"./b.js\");\nimport(\"./c.js\");\n",
      "/b.js": "import { d } from \"./d.js\";\nexport const b = d;\n",
      "/c.js": "import { d } from \"./d.js\";\nexport const c = () => import(\"./e.js\");\n",
      "/d.js": "export const d = 1;\n",
      "/e.js": "import { d } from \"./d.js\";\nexport const e = d;\n",
    ])
    let (d, entry) = (made.first.firstRange(of: "const d=1"), made.first.firstRange(of: "$late(0,"))
    #expect(d.map(\.lowerBound) ?? made.first.endIndex < entry.map(\.lowerBound) ?? made.first.startIndex)
    #expect(made.later.count == 3)
    #expect(made.later.allSatisfy { !$0.contains("const d=1") })
  }

  @Test func `names the files that it uses by what is in them`() throws {
    let files = [
      "/main.js":
        "const art = \"/img/a.svg\", none = \"/img/b.svg\", page = '/index.html', api = \"/api/games\";\n",
      "/img/a.svg": "<svg/>", "/index.html": "",
    ]
    let name = "/content/\(ContentNames.digest(Array("<svg/>".utf8)))/img/a.svg"
    #expect(
      try bundled(files).first.contains(
        "const art=\"\(name)\",none=\"/img/b.svg\",page='/index.html',api=\"/api/games\";"))
  }

  @Test func `has a worker as a script of its own, with all that it imports`() throws {
    let files = bytes([
      "/main.js":
        "import { a } from \"./a.js\";\na(() => new Worker(\"/w/w.js\", { type: \"module\" }));\n",
      "/w/w.js": "import { a } from \"../a.js\";\na(\"/x.wasm\");\n",
      "/a.js": "export const a = (it) => it;\n",
      "/x.wasm": "x",
    ])
    var names = ContentNames(files: files)
    let entry = try Bundle(entry: "/main.js", files: files, names: &names).entry
    let worker = try #require(names.named.keys.first { $0.hasSuffix("/w/w.js") })
    #expect(text(names.named[entry]).contains("a(()=>new Worker(\"\(worker)\",{type:\"module\"}));"))
    #expect(!text(names.named[entry]).contains("x.wasm"))
    let module = try #require(names.named.keys.first { $0.hasSuffix("/x.wasm") })
    #expect(
      text(names.named[worker]) == """
        "use strict";(async()=>{const $m=[];
        {const a=(it)=>it;
        ;$m[0]={a}}
        {const{a}=$m[0];a("\(module)");
        ;$m[1]={}}
        globalThis.bundled={"/a.js":$m[0],"/w/w.js":$m[1],...globalThis.bundled};
        })();

        """)
  }

  @Test(arguments: [
    ("import a from \"./a.js\";", "1: a default import cannot be read; write import { name }"),
    (
      "\nimport { a } from \"lodash\";",
      "2: \"lodash\" is no path in this folder; begin it with \"./\", \"../\" or \"/\""
    ),
    (
      "import { a } from \"../../a.js\";",
      "1: \"../../a.js\" is no path in this folder; begin it with \"./\", \"../\" or \"/\""
    ),
    ("import { a } from \"./none.js\";", "1: there is no /none.js"),
    ("import { b } from \"./a.js\";", "1: /a.js exports no \"b\""),
    ("import { a } from \"./a.js\" with { type: \"json\" };", "1: an import with attributes cannot be read"),
    ("import { a \"b\" } from \"./a.js\";", "1: a comma is missing"),
    ("if (1) { import \"./a.js\"; }", "1: this \"import\" cannot be read"),
    (
      "const it = \"./a.js\";\nimport(it);",
      "2: only import(\"a path\") can be read, with the path written out"
    ),
    ("import(`./a.js`);", "1: only import(\"a path\") can be read, with the path written out"),
    ("const a = `${import(\"./none.js\")}`;", "1: there is no /none.js"),
    ("const a = import.meta.url;", "1: a bundle has no \"import.meta\" of a module"),
    ("export default 1;", "1: a default export cannot be read; export it by a name"),
    ("export * from \"./a.js\";", "1: this export cannot be read; export each by its name"),
    (
      "export { a } from \"./a.js\";",
      "1: an export from another module cannot be read; import it and export it"
    ),
    ("export let a = 1;", "1: an exported \"let\" may change, and others would not see it; write \"const\""),
    ("export const { a } = b;", "1: an exported \"const\" has one name; take things apart in another"),
    ("export const a = 1,\n  b = 2;", "1: an exported \"const\" has one name; write another for the second"),
    ("export const a = 1\nexport const b = 2;", "1: an exported \"const\" ends with a semicolon"),
    ("export async () => 1;", "1: this export cannot be read"),
    ("export const a = 1;\nexport { a };", "2: \"a\" is exported twice"),
    (
      "const it = \"/a.js\";\nnew Worker(it);",
      "2: only new Worker(\"/a path\") can be read, with the path written out"
    ),
    (
      "new Worker(\"./a.js\");",
      "1: a worker is looked for from the page on, not from here; begin its path with \"/\""
    ),
    ("\nnew Worker(\"/none.js\");", "2: there is no /none.js"),
    ("new Worker(\"/d.js\");", "ANOTHER WORKER"),
    ("var a = 1;", "1: \"var\" would be seen by other modules; write \"let\""),
    ("const $m = 1;", "1: \"$m\" is a name of the bundle's own"),
    ("import { back } from \"./b.js\";", "MODULES IN A CIRCLE"),
  ])
  func `is refused with the file and the line`(script: String, reason: String) {
    let files = [
      "/main.js": script, "/a.js": "export const a = 1;",
      "/b.js": "\nimport { c } from \"./c.js\";\nexport const back = c;",
      "/c.js": "import { back } from \"./b.js\";\nexport const c = () => back;",
      "/d.js": "new Worker(\"/a.js\");",
    ]
    let circle = "/c.js:1: modules import each other in a circle: /b.js → /c.js → /b.js"
    let another = "/d.js:1: a worker that begins another cannot be read"
    let others = ["MODULES IN A CIRCLE": circle, "ANOTHER WORKER": another]
    #expect(refusal { _ = try bundled(files) } == others[reason] ?? "/main.js:" + reason)
  }

  @Test func `is the same for the same modules, and another for others`() throws {
    var files = bytes([
      "/main.js": "import { a } from \"./a.js\";\na();", "/a.js": "export const a = () => 1;",
    ])
    var names = ContentNames(files: files)
    let one = try Bundle(entry: "/main.js", files: files, names: &names).entry
    #expect(try Bundle(entry: "/main.js", files: files, names: &names).entry == one)
    files["/a.js"] = Array("export const a = () => 2;".utf8)
    #expect(try Bundle(entry: "/main.js", files: files, names: &names).entry != one)
  }
}

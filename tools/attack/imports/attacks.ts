// Attacks through `capstan import`: code in a key of a list map, names of kinds that are paths or code, and what terminals obey.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { crdOfKind, stringPositions } from "@capstan/generator-crd/testing";
import type { Attack } from "../area.ts";
import { AttackedProject, run, type Ran } from "./project.ts";
import { codeProblem } from "./written-code.ts";

/** A CRD with a string in one position. */
function crdWith(position: string, text: string, kind = "Evil"): string {
  const crd = crdOfKind(kind);
  const put = stringPositions[position];
  if (put === undefined) throw new Error(`there is no position "${position}"`);
  put(crd, text);
  return JSON.stringify(crd);
}

/** Writes a file if it ever runs, and sets a global. */
const code = `globalThis.pwned=1;require("fs").writeFileSync("pwned","")`;
const module = "src/api/v1/evil.ts";

const listMapKey: Attack = {
  name: "a CRD that an API server accepts, whose list map key `*/}…;interface Z{/*` ends the comment: import, generate, load",
  before: "the code ran in `capstan dev --once`, `capstan bundle` and the manager",
  async run(lab) {
    const keys = [`*/}${code};interface Z{/*`, `a\n*/${code}`];
    for (const [i, key] of keys.entries()) {
      const project = new AttackedProject(join(lab.folder, String(i)));
      project.write("evil.yaml", crdWith("key of a list map", key));
      for (const command of [["import", "evil.yaml"], ["generate"]]) {
        const ran = await project.capstan(...command);
        if (ran.code !== 0) throw new Error(`capstan ${command.join(" ")} ended with ${ran.code}: ${ran.output}`);
      }
      const problem = codeProblem(readFileSync(join(project.folder, module), "utf8"));
      if (problem !== undefined) throw new Error(`what was written ${problem}`);
      project.write("load.ts", `await import("./${module}");\nconsole.log("pwned" in globalThis);\n`);
      const { output } = await project.node("load.ts");
      if (output !== "false\n" || existsSync(join(project.folder, "pwned"))) throw new Error(output);
      const crd = readFileSync(join(project.folder, "generated/crds/test.capstan.dev_evils.json"), "utf8");
      if (!crd.includes(JSON.stringify([key]))) throw new Error(`the key ${JSON.stringify(key)} is another one`);
    }
    return "stays a key: two imports, types and a constant are written, and nothing runs when they are loaded";
  },
};

const names: Attack = {
  name: "kinds and versions named `../evil`, `/tmp/evil`, `con`, `class`, `Evil;x`, `__proto__`",
  before: "paths rejected; `class` wrote a file that does not parse, `con` one that Windows does not have",
  async run(lab) {
    const project = new AttackedProject(join(lab.folder, "project"));
    const hostile = [["..", "..", "evil"].join("/"), "/tmp/evil", "..", "con", "Evil;x", "Evil-x", "__proto__", "a\nb"];
    const documents = [
      ...["class", ...hostile].map((name) => crdWith("kind", name)),
      ...hostile.map((name) => crdWith("name of a version", name)),
    ];
    project.write("evil.yaml", documents.map((text) => `---\n${text}\n`).join(""));
    const { output } = await project.capstan("import", "evil.yaml");
    for (const [i, text] of documents.entries())
      if (!new RegExp(`^evil\\.yaml:${2 * i + 2}:\\d+ error [a-z]+/[a-z-]+: `, "m").test(output))
        throw new Error(`no error for ${text} in ${output}`);
    if (existsSync(join(project.folder, "src"))) throw new Error("files were written");
    return "each rejected with a code and a position; nothing is written";
  },
};

/** Opens a title of the window, colors, one character that does the same, and turns the direction. */
const obeyed = "\u001b]0;owned\u0007\u001b[31m\u009b31m\u202e\u2066\u200f\u061c\u007f";
// oxlint-disable-next-line no-control-regex
const raw = /(?![\n\t])[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const terminals: Attack = {
  name: "ESC, C1 and bidirectional characters in CRDs, YAML errors, file names, sources, arguments and answers of a program",
  before: "printed as they are, and obeyed by the terminal",
  async run(lab) {
    const project = new AttackedProject(join(lab.folder, "project"));
    let [outputs, shown] = [0, 0];
    const check = ({ output }: Ran, what: string): void => {
      outputs += 1;
      if (output.includes("\\u202e")) shown += 1;
      if (raw.test(output))
        throw new Error(`${what} prints ${JSON.stringify(raw.exec(output)?.[0])}: ${output.slice(0, 500)}`);
    };
    project.write("kind.yaml", `apiVersion: v1\nkind: ${JSON.stringify(obeyed)}\n`);
    project.write("syntax.yaml", `${obeyed}: {{\n`);
    project.write(`${obeyed}.yaml`, "kind: A\n");
    project.write("column.yaml", crdWith("path of a column", `.spec${obeyed}`));
    project.write(
      "src/api/v1/foo.ts",
      `import { defineResource } from "@capstan/api";\n/** @${obeyed} */\nexport const Foo = defineResource({ apiVersion: "a/v1", kind: "${obeyed}" });\n`,
    );
    const files = ["kind.yaml", "syntax.yaml", `${obeyed}.yaml`, "column.yaml"];
    for (const format of ["pretty", "json", "sarif", "github"]) {
      check(await project.capstan("import", ...files, "--format", format), `import --format ${format}`);
      check(await project.capstan("generate", obeyed, "--format", format), `generate --format ${format}`);
    }
    check(await project.capstan("import", `missing${obeyed}`), "a missing file");
    check(await project.capstan("explain", obeyed), "explain");
    check(await project.capstan(obeyed), "an unknown command");
    mkdirSync(join(lab.folder, obeyed));
    const create = join(root, "packages/create-capstan/src/main.ts");
    check(await project.node(create, "--type", "provider", "--name", obeyed), "create-capstan");
    project.write(
      "program.ts",
      `import { runProcess } from ${JSON.stringify(join(root, "packages/process/src/index.ts"))};
const text = ${JSON.stringify(obeyed)};
await runProcess({ name: "evil", title: "evil", flags: {}, describe: () => ({}), work: async ({ log }) => {
  log.info(text, { [text]: text });
  throw new Error(text);
} });
`,
    );
    check(await project.node("program.ts"), "a program");
    if (shown < outputs / 2) throw new Error(`only ${shown} of ${outputs} outputs have the string at all`);
    return `none in ${outputs} outputs; ${shown} show them as \`\\u001b\``;
  },
};

/** Names and images that would be code, keys or paths in the files of a new project. */
const created: Attack = {
  name: "`npm create capstan` with names and images that hold quotes, line feeds and paths",
  before: "rejected",
  async run(lab) {
    const create = join(root, "packages/create-capstan/src/main.ts");
    const hostile = ['a"b', "a\nb", ["..", "a"].join("/"), "`a`", "__proto__"];
    for (const text of hostile) {
      for (const option of ["--name", "--image"]) {
        const args = option === "--name" ? ["--name", text] : ["--name", "my-cloud", "--image", text];
        const command = [
          process.execPath,
          "--conditions=@capstan/source",
          create,
          "evil",
          "--type",
          "provider",
          ...args,
        ];
        const ran = await run(command, lab.folder);
        if (ran.code !== 2 || existsSync(join(lab.folder, "evil"))) throw new Error(`${option} ${text}: ${ran.output}`);
      }
    }
    return "rejected, nothing is written";
  },
};

export const importAttacks: readonly Attack[] = [listMapKey, names, terminals, created];

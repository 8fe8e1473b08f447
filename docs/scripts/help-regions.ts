// The tables of commands, options and flags in READMEs: read from what each program prints for `--help`.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { markdownTable } from "./markdown-table.ts";

/** What a program says of one of its commands, arguments, options or flags. */
export interface HelpRow {
  readonly section: string;
  readonly name: string;
  readonly meaning: string;
}

/** Rows that every program has and no table needs. */
const everywhere = ["-h, --help", "-V, --version", "-v, --version", "--help", "help [command]"];

/** The commands of `capstan`, each followed by what it takes. */
export function commandRegions(): Readonly<Record<string, string>> {
  const rows = helpOf("packages/cli/src/main.ts", ["--help"])
    .filter(({ section }) => section === "Commands")
    .flatMap(({ name, meaning }) => {
      const [verb = ""] = name.split(" ");
      return [[`\`${verb}\``, meaning], ...verbRows(verb).map((row) => [`\`${verb} ${row.name}\``, row.meaning])];
    });
  return { commands: markdownTable(["Command", "What it does"], rows) };
}

/** The options of `capstan dev`. */
export function devOptionRows(): readonly (readonly string[])[] {
  return verbRows("dev").map(({ name, meaning }) => [`\`${name}\``, meaning]);
}

/** What a verb takes, without what every verb does. */
function verbRows(verb: string): readonly HelpRow[] {
  return helpOf("packages/cli/src/main.ts", [verb, "--help"]).filter((row) => !row.name.startsWith("--format"));
}

/** The options of `create-capstan`. */
export function scaffoldRegions(): Readonly<Record<string, string>> {
  return { options: meaningTable("Option", helpOf("packages/create-capstan/src/main.ts", ["--help"])) };
}

/** The flags of every provider, from one that adds none of its own. */
export function providerFlagRegions(): Readonly<Record<string, string>> {
  return { flags: meaningTable("Flag", helpOf("examples/provider-local/src/main.ts", ["--help"])) };
}

/** The flags of every extension. */
export function extensionFlagRegions(): Readonly<Record<string, string>> {
  return { flags: meaningTable("Flag", helpOf("examples/extension-topology/src/main.ts", ["--help"])) };
}

function meaningTable(head: string, rows: readonly HelpRow[]): string {
  return markdownTable(
    [head, "Meaning"],
    rows.map(({ name, meaning }) => [`\`${name}\``, meaning]),
  );
}

/** What Node compiles is kept where it is kept for others: each of the programs loads the same sources. */
const kept = process.env["NODE_COMPILE_CACHE"];
const environment = kept === undefined ? {} : { NODE_COMPILE_CACHE: kept };

/** Runs a program of this workspace from source, in an environment that changes none of its defaults. */
function helpOf(program: string, args: readonly string[]): readonly HelpRow[] {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const command = ["--conditions=@capstan/source", program, ...args];
  return parseHelp(execFileSync(process.execPath, command, { cwd: root, encoding: "utf8", env: environment }));
}

/** The rows of a help text: sections end in a colon, rows are indented by two, their wrapped lines by more. For Markdown. */
export function parseHelp(text: string): readonly HelpRow[] {
  const rows: { section: string; name: string; meaning: string }[] = [];
  let section = "";
  for (const line of text.split("\n")) {
    const [, title] = /^(\w+):$/.exec(line) ?? [];
    const [, name, meaning] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    const [, more] = /^ {4,}(\S.*)$/.exec(line) ?? [];
    const last = rows.at(-1);
    if (title !== undefined) section = title;
    else if (name !== undefined && meaning !== undefined) rows.push({ section, name, meaning });
    else if (more !== undefined && last !== undefined) last.meaning += ` ${more}`;
  }
  return rows
    .filter(({ name }) => !everywhere.includes(name))
    .map((row) => ({ ...row, meaning: row.meaning.replaceAll("<", "\\<") }));
}

// Node's errors about modules, with their position and a help: for modules loaded here and for the output of child processes.
import { diagnose, type Diagnostic, type Position } from "@capstan/kube";
import { existsSync, realpathSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isBelow } from "@capstan/generator-model/files";
import { cliDiagnostics } from "../cli-errors.ts";

const erasable =
  'use only syntax that can be stripped: a union of literals for an enum, fields for parameter properties (tsconfig: "erasableSyntaxOnly": true)';

/** What to do about each of Node's errors, looked up by a part of its code or text. */
const helps: readonly (readonly [RegExp, string])[] = [
  [/ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX|is not supported in strip-only mode/, erasable],
  [/ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING/, "the package ships TypeScript sources; import its built JavaScript"],
  [
    /does not provide an export named/,
    'import types with `import type` or `type` (tsconfig: "verbatimModuleSyntax": true)',
  ],
  [/Cannot find package/, "install the package, for example with npm install"],
  [
    /ERR_MODULE_NOT_FOUND|Cannot find module/,
    'Node does not read tsconfig paths: import by relative path with the .ts ending, or by package.json "imports"',
  ],
  [/ERR_INVALID_TYPESCRIPT_SYNTAX|SyntaxError/, "fix the syntax"],
  [/which is not an Error$/, "throw an Error, or reject with one: it shows the line"],
];

/** The diagnostic for what Node printed or threw while it loaded or ran `file`, a module of the project in the folder `root`. */
export function moduleProblem(file: string, text: string, root: string): Diagnostic {
  return problemAt(text, positionIn(text, [root]) ?? { file }, relative(realPath(root), realPath(file)));
}

/** The diagnostic that a program has printed about itself, with its own code; undefined where it printed none. */
export function codedProblem(file: string, text: string, root: string): Diagnostic | undefined {
  const code = text
    .split("\n")
    .map((line) => coded.exec(line)?.groups?.["code"])
    .find((each) => each !== undefined);
  if (code === undefined) return undefined;
  const help = helpIn(text);
  const position = positionIn(text, [root]) ?? { file };
  return { code, severity: "error", message: messageIn(text), position, ...(help !== undefined && { help }) };
}

function problemAt(text: string, position: Position, file: string): Diagnostic {
  const ofNode = helps.find(([pattern]) => pattern.test(text))?.[1];
  const help = shownHelp(text) ?? ofNode ?? helpIn(text) ?? "fix the error above";
  return diagnose(cliDiagnostics, "cli/module", { values: { file, problem: messageIn(text), help }, position });
}

/** The diagnostic for an error with a frame of one of these projects in its stack; undefined when only other code threw it. */
export function thrownProblem({ stack = "" }: Error, roots: readonly string[]): Diagnostic | undefined {
  const position = positionIn(stack, roots);
  if (position === undefined) return undefined;
  const root = roots.find((folder) => isBelow(realPath(folder), realPath(position.file))) ?? "";
  return problemAt(stack, position, relative(realPath(root), realPath(position.file)));
}

/** A provider or extension that cannot start prints `error <code>: message`, after the lines of its log. */
const coded = /^error (?<code>[a-z-]+\/[a-z-]+): /;

/** The help below such a message. */
function helpIn(text: string): string | undefined {
  return /^error [a-z-]+\/[a-z-]+: .*\n {2}help: (.+)$/m.exec(text)?.[1];
}

/** The help of an error of Capstan's that nothing caught: Node prints the fields of an error below its stack. */
function shownHelp(text: string): string | undefined {
  const found = /^ {2}code: '[a-z-]+\/[a-z-]+',\n {2}help: (?<quote>['"`])(?<help>.+)\k<quote>,?$/m.exec(text)?.groups;
  return found?.["help"]?.replaceAll(/\\(.)/g, "$1");
}

/** `error <code>: message`, `SomeError [CODE]: message` or `SomeError: message`, without the stack. */
export function messageIn(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const found =
    lines.find((line) => coded.test(line)) ??
    lines.find((line) => /^(?:Uncaught )?[A-Za-z]*Error(?: \[[A-Z_]+\])?: /.test(line)) ??
    lines.find((line) => line !== "") ??
    "it failed without a message";
  return found
    .replace(coded, "")
    .replace(/^(?:Uncaught )?(?:Error|[A-Za-z]*Error)(?: \[[A-Z_]+\])?: /, "")
    .replace(/\.$/, "");
}

/** Frames inside the command itself say nothing about the user's module. */
const own = fileURLToPath(new URL(".", import.meta.url));

/**
 * The place an error refers to: the module whose import failed, the head of a syntax error (`file:///x.ts:3`, the column from the
 * carets below the line), or the first frame of the stack that is the user's. Only lines of these forms count, and modules of the projects: the
 * lines there are shown, and an error's message can have the path of any file.
 */
export function positionIn(text: string, roots: readonly string[]): Position | undefined {
  const importer = / imported from (\/\S+)$/m.exec(text)?.[1];
  if (importer !== undefined && isOfProject(importer, roots)) return { file: importer };
  const lines = text.split("\n");
  for (const [i, line] of lines.entries()) {
    const groups = place.exec(placeText(line))?.groups;
    const file = groups === undefined ? undefined : fileOf(groups);
    if (file === undefined || !isOfProject(file, roots)) continue;
    const column = groups?.["column"] ?? caretColumn(["", ...lines.slice(i + 1)].join("\n"));
    return { file, line: Number(groups?.["line"]), ...(column === undefined ? {} : { column: Number(column) }) };
  }
  return undefined;
}

/** `file:///x.ts:3:9`, as a whole text. */
const place = /^(?:file:\/\/(?<url>\/[^\s:)]+)|(?<path>\/[^\s:()"']+)):(?<line>\d+)(?::(?<column>\d+))?\)?$/;

/** Where the place is in a line: the end of a frame of a stack, `    at f (file:///x.ts:3:9)`, and of any other line the whole. */
function placeText(line: string): string {
  if (!/^ +at /.test(line)) return line;
  // Behind the last frame the fields of the error may begin.
  const frame = line.replace(/ \{$/, "");
  return frame.slice(Math.max(frame.lastIndexOf(" "), frame.lastIndexOf("(")) + 1);
}

/** Undefined for a URL that is not a file's, as in the text of an error. */
function fileOf({ url, path }: Readonly<Record<string, string | undefined>>): string | undefined {
  try {
    return url === undefined ? path : fileURLToPath(`file://${url}`);
  } catch {
    return undefined;
  }
}

function isOfProject(file: string, roots: readonly string[]): boolean {
  if (!/\.[cm]?[jt]sx?$/.test(file) || file.includes("/node_modules/") || file.startsWith(own)) return false;
  return roots.some((root) => isBelow(realPath(root), realPath(file)));
}

/** Of a file that does not exist, the path itself. */
function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

/** The column of the carets that follow a head such as `file:///x.ts:3` and the line it refers to. */
function caretColumn(rest: string): number | undefined {
  const carets = /^\n(?:.*\n){1,8}?( *)\^+(?:\n|$)/.exec(rest);
  return carets?.[1] === undefined ? undefined : carets[1].length + 1;
}

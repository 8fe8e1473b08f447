// Node's errors about modules, with their position and a help: for modules loaded here and for the output of child processes.
import { diagnose, type Diagnostic, type Position } from "@capstan/kube";
import { fileURLToPath } from "node:url";
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

/** The diagnostic for what Node printed or threw while it loaded or ran `file`. */
export function moduleProblem(file: string, text: string): Diagnostic {
  const help = helps.find(([pattern]) => pattern.test(text))?.[1] ?? helpIn(text) ?? "fix the error above";
  const position = positionIn(text) ?? { file };
  return diagnose(cliDiagnostics, "cli/module", { values: { file, problem: messageIn(text), help }, position });
}

/** The diagnostic for an error with a frame of the user's in its stack; undefined when only other code threw it. */
export function thrownProblem({ stack = "" }: Error): Diagnostic | undefined {
  const position = positionIn(stack);
  return position === undefined ? undefined : moduleProblem(position.file, stack);
}

/** A provider or extension that cannot start prints `error <code>: message`, after the lines of its log. */
const coded = /^error [a-z-]+\/[a-z-]+: /;

/** The help below such a message. */
function helpIn(text: string): string | undefined {
  return /^error [a-z-]+\/[a-z-]+: .*\n {2}help: (.+)$/m.exec(text)?.[1];
}

/** `error <code>: message`, `SomeError [CODE]: message` or `SomeError: message`, without the stack. */
function messageIn(text: string): string {
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
 * carets below the line), or the first frame of the stack that is the user's.
 */
function positionIn(text: string): Position | undefined {
  const importer = / imported from (\/\S+)$/m.exec(text)?.[1];
  if (importer !== undefined) return { file: importer };
  const frame =
    /(?:file:\/\/(?<url>\/[^\s:)]+)|(?<![^\s("'])(?<path>\/[^\s:()"']+\.[cm]?[jt]s)):(?<line>\d+)(?::(?<column>\d+))?/g;
  for (const { 0: whole, index, groups } of text.matchAll(frame)) {
    const file = groups?.["url"] === undefined ? groups?.["path"] : fileURLToPath(`file://${groups["url"]}`);
    if (file === undefined || file.includes("/node_modules/") || file.startsWith(own)) continue;
    const column = groups?.["column"] ?? caretColumn(text.slice(index + whole.length));
    return { file, line: Number(groups?.["line"]), ...(column === undefined ? {} : { column: Number(column) }) };
  }
  return undefined;
}

/** The column of the carets that follow a head such as `file:///x.ts:3` and the line it refers to. */
function caretColumn(rest: string): number | undefined {
  const carets = /^\n(?:.*\n){1,8}?( *)\^+(?:\n|$)/.exec(rest);
  return carets?.[1] === undefined ? undefined : carets[1].length + 1;
}

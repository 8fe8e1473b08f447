// From a command line to typed values, by a table. Accepts the forms of Go programs, because Deployments are written with
// them: `--flag=value`, `--flag value`, `--flag` and `--flag=false`.
import { parseArgs } from "node:util";
import { didYouMean, nearestOf } from "@capstan/kube";
import { processError } from "../process-errors.ts";
import type { FlagTable, FlagValues } from "./flag.ts";
import { readFlagValue } from "./read-value.ts";

/**
 * Reads a command line by a table of flags. Accepts `--flag=value`, `--flag value`, `--flag` and `--flag=false`; a flag that is given more than once has its last value, or all of them where its row says `repeats`, and an empty value of a flag
 * without a default is undefined.
 *
 * Throws a CapstanError for the first thing that is wrong: `process/unknown-flag`, `process/argument`, `process/flag-value-missing` or `process/flag-value`. Its help has the form to write.
 *
 * @example
 * const { port } = parseFlags({ port: { kind: "port", default: "9443", help: "" } }, ["--port=8443"]); // 8443
 */
export function parseFlags<const T extends FlagTable>(table: T, args: readonly string[]): FlagValues<T> {
  const given = givenValues(table, args.map(withTwoDashes));
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(table)) {
    const unset = flag.default ?? (flag.kind === "boolean" ? "false" : undefined);
    const value = given.get(name) ?? unset;
    // An empty value is what a Deployment has where a variable is not set.
    values[name] =
      value === undefined || (value === "" && unset === undefined) ? undefined : readFlagValue(name, flag, value);
  }
  return selectFlags(table, values);
}

/** The values of one table's flags, of all that `parseFlags` read. */
export function selectFlags<T extends FlagTable>(table: T, values: Readonly<Record<string, unknown>>): FlagValues<T> {
  const own = Object.fromEntries(Object.keys(table).map((name) => [name, values[name]]));
  // Each value was read by the kind of its row, which the type repeats.
  return own as FlagValues<T>;
}

/** Several tables as one; a name or alias that two flags have is `process/duplicate-flag`. */
export function mergeFlags(...tables: readonly FlagTable[]): FlagTable {
  const entries = tables.flatMap((table) => Object.entries(table));
  const names = entries.flatMap(([name, { aliases = [] }]) => [name, ...aliases]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw processError("process/duplicate-flag", { flag: twice });
  return Object.fromEntries(entries);
}

/** What the command line gives, by the name of the flag. */
function givenValues(table: FlagTable, args: readonly string[]): ReadonlyMap<string, string> {
  const names = namesOf(table);
  const options = Object.fromEntries(
    [...names].map(
      ([spelling, name]) => [spelling, { type: table[name]?.kind === "boolean" ? "boolean" : "string" }] as const,
    ),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const given = new Map<string, string>();
  const isBoolean = (name = ""): boolean => table[name]?.kind === "boolean";
  for (const token of tokens) {
    const argument = args[token.index] ?? "";
    if (token.kind !== "option") {
      const [, before = ""] = /^--(.+)/.exec(args[token.index - 1] ?? "") ?? [];
      throw notAFlag(argument, isBoolean(names.get(before)) ? before : undefined);
    }
    const name = names.get(token.rawName.startsWith("--") ? token.name : (shortSpellings[argument] ?? ""));
    if (name === undefined) throw unknownFlag(argument.replace(/=.*/s, ""), [...names.keys()]);
    const value = valueOf(token, isBoolean(name));
    const before = table[name]?.repeats === true ? given.get(name) : undefined;
    given.set(name, before === undefined ? value : `${before},${value}`);
  }
  return given;
}

/** `-v=5`, which programs with klog take. */
function withTwoDashes(argument: string): string {
  return argument.replace(/^-v(?==|$)/, "--v");
}

/** Flags with one dash, as programs in Go accept them for help. */
const shortSpellings: Readonly<Record<string, string>> = { "-h": "help", "-help": "help" };

/** Every name and alias, with the name of its flag. */
function namesOf(table: FlagTable): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([name, { aliases = [] }]) => [name, ...aliases].map((spelling) => [spelling, name])),
  );
}

interface OptionToken {
  readonly name: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf({ name, value, inlineValue }: OptionToken, isBoolean: boolean): string {
  if (isBoolean && value === undefined) return "true";
  if (value === undefined || (inlineValue === false && value.startsWith("--")))
    throw processError("process/flag-value-missing", { flag: name });
  return value;
}

/** The error for a word; `boolean` is the flag before it, if that is a flag of true or false. */
function notAFlag(argument: string, boolean: string | undefined): Error {
  const written = argument === "true" || argument === "false" ? [argument] : ["true", "false"];
  const help =
    boolean === undefined
      ? "write flags as --name=value; --help lists them"
      : `write ${written.map((value) => `--${boolean}=${value}`).join(" or ")}`;
  return processError("process/argument", { argument, help });
}

function unknownFlag(flag: string, known: readonly string[]): Error {
  const nearest = nearestOf(flag.replace(/^-+/, ""), known);
  return processError("process/unknown-flag", { flag, suggestion: didYouMean(nearest && `--${nearest}`) });
}

// Functions that are wrong for few of the values that a field can have: each is accepted, and its generated tests fail for sure, whatever the seed.
import type { HardPair } from "./pair-table.ts";

/** One function of a field `spec.f`. */
interface RightFunction {
  readonly name: string;
  /** The tags and the type of the field in each version. */
  readonly older: readonly [...tags: string[], type: string];
  readonly newer: readonly [...tags: string[], type: string];
  readonly forward: string;
  readonly back: string;
  readonly loses?: string;
  readonly hub?: "older";
}

/** What the tests of a wrong one say, if not that the field has changed. */
interface WrongFunction extends RightFunction {
  readonly fails?: string;
}

const wrapped = { older: ["string"], newer: ["{ v: string }"], back: "({ v }: { v: string }) => v" } as const;
const port = {
  older: ["@minimum 1", "@maximum 65535", "Int32"],
  newer: ["@minimum 1", "@maximum 65535", "Int32"],
} as const;
const map = {
  older: ["Record<string, string>"],
  newer: ["Record<string, string>"],
  back: "(value: Record<string, string>) => value",
  fails: "back: spec.f.",
} as const;
const entries = {
  older: ["Record<string, string>"],
  newer: ["@listType atomic", "{ k: string; v: string }[]"],
  back: "(list: { k: string; v: string }[]) => Object.fromEntries(list.map(({ k, v }) => [k, v]))",
  fails: "back: spec.f.",
} as const;
const toTime = '(value: Int64): Time => new Date(value * 1000).toISOString().replace(".000Z", "Z")';
const toMinutes = "(value: Time): Int64 => Math.floor(Date.parse(value) / 60000)";
const ofMinutes = '(value: Int64): Time => new Date(value * 60000).toISOString().replace(".000Z", "Z")';
const minutes = ["@minimum 0", "@maximum 100000000", "Int64"] as const;
const list = {
  older: ["@listType atomic", "string[]"],
  newer: ["@listType atomic", "string[]"],
  back: "(value: string[]) => value",
} as const;

const wrongFunctions: readonly WrongFunction[] = [
  { name: "cuts a name after 63 characters", ...wrapped, forward: "(value: string) => ({ v: value.slice(0, 63) })" },
  { name: "cuts a name after 252 characters", ...wrapped, forward: "(value: string) => ({ v: value.slice(0, 252) })" },
  {
    name: "forgets the last character of the longest string",
    older: ["@maxLength 32", "string"],
    newer: ["@maxLength 32", "string"],
    forward: "(value: string) => value.slice(0, 31)",
    back: "(value: string) => value",
  },
  { name: "drops a newline at the end", ...wrapped, forward: '(value: string) => ({ v: value.replace(/\\n$/, "") })' },
  { name: "drops a blank at the end", ...wrapped, forward: '(value: string) => ({ v: value.replace(/ $/, "") })' },
  { name: "changes line ends", ...wrapped, forward: '(value: string) => ({ v: value.replaceAll("\\r\\n", "\\n") })' },
  {
    name: "splits lines of both kinds",
    older: ["string"],
    newer: ["@listType atomic", "string[]"],
    forward: "(value: string) => value.split(/\\r?\\n/)",
    back: '(value: string[]) => value.join("\\n")',
  },
  { name: "composes letters", ...wrapped, forward: '(value: string) => ({ v: value.normalize("NFC") })' },
  {
    name: "drops characters of two code units",
    ...wrapped,
    forward: '(value: string) => ({ v: [...value].filter(({ length }) => length === 1).join("") })',
  },
  {
    name: "drops leading zeros",
    older: ["string"],
    newer: ["Int32"],
    forward: "(value: string): Int32 => Math.round(Number(value) || 0)",
    back: "(value: Int32) => String(value)",
    loses: "(value: string) => !/^-?[0-9]+$/.test(value)",
  },
  ...["first", "second", "third"].map((name): WrongFunction => ({
    name: `is one off at a bound, the ${name} of three alike`,
    ...port,
    forward: "(value: Int32) => Math.min(value, 2 ** 16 - 2)",
    back: "(value: Int32) => value",
  })),
  {
    name: "is one off at the least value",
    ...port,
    forward: "(value: Int32) => Math.max(value, Math.ceil(Math.E) - 1)",
    back: "(value: Int32) => value",
  },
  {
    name: "is one off at the greatest of 32 bits",
    older: ["Int32"],
    newer: ["string"],
    forward: "(value: Int32) => String(Math.min(value, 2 ** 31 - 2))",
    back: "(value: string): Int32 => Number.parseInt(value, 10) >> 0",
  },
  {
    name: "splits keys at an equals sign",
    older: ["Record<string, string>"],
    newer: ["@listType atomic", "string[]"],
    forward: "(value: Record<string, string>) => Object.entries(value).map(([k, v]) => `${k}=${v}`)",
    back: '(lines: string[]) => Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]))',
    fails: "back: spec.f.",
  },
  {
    name: "makes keys small",
    ...entries,
    forward: "(value: Record<string, string>) => Object.entries(value).map(([k, v]) => ({ k: k.toLowerCase(), v }))",
  },
  {
    name: "keeps letters of keys",
    ...map,
    forward:
      '(value: Record<string, string>) => Object.fromEntries(Object.entries(value).map(([k, v]) => [k.replace(/[^A-Za-z]/g, ""), v]))',
  },
  {
    name: "cuts keys",
    ...map,
    forward:
      "(value: Record<string, string>) => Object.fromEntries(Object.entries(value).map(([k, v]) => [k.slice(0, 63), v]))",
  },
  {
    name: "drops the fourth entry",
    ...map,
    forward: "(value: Record<string, string>) => Object.fromEntries(Object.entries(value).slice(0, 3))",
  },
  {
    name: "drops the empty key",
    ...map,
    forward: '(value: Record<string, string>) => Object.fromEntries(Object.entries(value).filter(([k]) => k !== ""))',
  },
  {
    name: "sets keys of a plain object",
    ...map,
    forward:
      '(value: Record<string, string>) => { const made: Record<string, string> = {}; for (const k of Object.keys(value)) made[k] = value[k] ?? ""; return made; }',
  },
  {
    name: "drops keys of a word",
    ...entries,
    forward:
      '(value: Record<string, string>) => Object.entries(value).filter(([k]) => !k.startsWith("x-")).map(([k, v]) => ({ k, v }))',
  },
  {
    name: "splits keys in an object",
    older: ["{ labels?: Record<string, string> }"],
    newer: ["{ labels?: string[] }"],
    forward:
      "(value: { labels?: Record<string, string> }) => (value.labels === undefined ? {} : { labels: Object.entries(value.labels).map(([k, v]) => `${k}=${v}`) })",
    back: '(value: { labels?: string[] }) => (value.labels === undefined ? {} : { labels: Object.fromEntries(value.labels.map((line) => [line.split("=", 1)[0] ?? "", line.slice(line.indexOf("=") + 1)])) })',
    fails: "back: spec.f.labels.",
  },
  { name: "drops the fifth element", ...list, forward: "(value: string[]) => value.slice(0, 4)" },
  {
    name: "drops an element of the longest list",
    older: ["@listType atomic", "@maxItems 8", "Int32[]"],
    newer: ["@listType atomic", "@maxItems 8", "Int32[]"],
    forward: "(value: Int32[]) => value.slice(0, 7)",
    back: "(value: Int32[]) => value",
  },
  {
    name: "drops fractions of seconds",
    older: ["Time"],
    newer: ["@minimum -62135596799", "@maximum 253402300799", "Int64"],
    forward: "(value: Time): Int64 => Math.floor(Date.parse(value) / 1000)",
    back: toTime,
  },
  {
    name: "counts seconds since 1970 alone",
    older: ["Time"],
    newer: ["@minimum 0", "@maximum 253402300799", "Int64"],
    forward: "(value: Time): Int64 => Math.floor(Date.parse(value) / 1000)",
    back: toTime,
    loses: "(value: Time) => !/:[0-9]{2}Z$/.test(value)",
    fails: "the object is not valid",
  },
  {
    name: "drops seconds",
    older: ["Time"],
    newer: minutes,
    forward: toMinutes,
    back: ofMinutes,
    loses: '(value: Time) => value.includes(".") || !/^20.*Z$/.test(value)',
  },
  {
    name: "drops seconds of the hub",
    older: minutes,
    newer: ["Time"],
    forward: ofMinutes,
    back: toMinutes,
    hub: "older",
    loses: '(value: Time) => value.includes(".") || !/^20.*Z$/.test(value)',
  },
  {
    name: "knows four units of quantities",
    older: ["Quantity"],
    newer: ["@minimum 0", "Int64"],
    forward:
      '(value: Quantity): Int64 => { const t = String(value); const unit = { k: 1e3, Mi: 2 ** 20, Gi: 2 ** 30 }[t.replace(/^[0-9.]+/, "")] ?? 1; return Math.floor(Number.parseFloat(t) * unit); }',
    back: "(value: Int64): Quantity => (value > 0 && value % 2 ** 30 === 0 ? `${value / 2 ** 30}Gi` : value > 0 && value % 2 ** 20 === 0 ? `${value / 2 ** 20}Mi` : value > 0 && value % 1000 === 0 ? `${value / 1000}k` : String(value))",
    loses: '(value: Quantity) => typeof value === "number" || value.endsWith("m")',
  },
  {
    name: "takes a string of digits for a number",
    older: ["IntOrString"],
    newer: ["@maxLength 9", "string"],
    forward: "(value: IntOrString) => String(value)",
    back: "(value: string): IntOrString => (/^[0-9]+$/.test(value) ? Number(value) : value)",
  },
  {
    name: "reads the number of its process",
    ...wrapped,
    forward: '(value: string) => ({ v: value === "" ? String(process.pid) : value })',
    loses: '(value: string) => value === ""',
    fails: "a conversion reads process.pid",
  },
  {
    name: "reads when its process began",
    ...wrapped,
    forward: '(value: string) => ({ v: value === "" ? String(performance.timeOrigin) : value })',
    loses: '(value: string) => value === ""',
    fails: "a conversion reads performance.timeOrigin",
  },
];

/** Functions of the same fields that are right. */
const rightFunctions: readonly RightFunction[] = [
  { name: "wraps a string", ...wrapped, forward: "(value: string) => ({ v: value })" },
  { name: "leaves a port", ...port, forward: "(value: Int32) => value", back: "(value: Int32) => value" },
  { name: "leaves a map", ...map, forward: "(value: Record<string, string>) => value" },
  { name: "leaves a list", ...list, forward: "(value: string[]) => value" },
  {
    name: "writes entries as JSON",
    older: ["Record<string, string>"],
    newer: ["@listType atomic", "string[]"],
    forward: "(value: Record<string, string>) => Object.entries(value).map((entry) => JSON.stringify(entry))",
    back: '(lines: string[]) => Object.fromEntries(lines.flatMap((line) => { const found = /^\\["(a|b)","(.*)"\\]$/.exec(line); return found ? [[found[1], found[2]]] : []; }))',
    loses:
      '(value: Record<string, string>) => Object.entries(value).some(([k, v]) => !/^[ab]$/.test(k) || JSON.stringify(v) !== `"${v}"`)',
  },
  {
    name: "wraps a time",
    older: ["Time"],
    newer: ["{ at: Time }"],
    forward: "(at: Time) => ({ at })",
    back: "({ at }: { at: Time }) => at",
  },
  {
    name: "wraps a quantity",
    older: ["Quantity"],
    newer: ["{ q: Quantity }"],
    forward: "(q: Quantity) => ({ q })",
    back: "({ q }: { q: Quantity }) => q",
  },
  {
    name: "wraps a number or a string",
    older: ["IntOrString"],
    newer: ["{ p: IntOrString }"],
    forward: "(p: IntOrString) => ({ p })",
    back: "({ p }: { p: IntOrString }) => p",
  },
];

function bodyOf(field: RightFunction["older"]): string {
  const tags = field.slice(0, -1).map((tag) => `\n * ${tag}`);
  return `spec?: { /**${tags.join("")}\n */ f?: ${field.at(-1)}; other?: string }`;
}

function pairOf({ name, older, newer, forward, back, loses, hub }: RightFunction, want: HardPair["want"]): HardPair {
  const rule = `{ as: { forward: ${forward}, back: ${back} }${loses === undefined ? "" : `, loses: ${loses}`} }`;
  return {
    name: `a function that ${name}`,
    older: bodyOf(older),
    newer: bodyOf(newer),
    rules: `${hub === undefined ? "" : `hub: "${hub}", `}older: { "spec.f": ${rule} }`,
    want,
  };
}

/** The pairs. */
export const wrongFunctionPairs: readonly HardPair[] = [
  ...wrongFunctions.map((wrong) => pairOf(wrong, { fails: wrong.fails ?? "spec.f was" })),
  ...rightFunctions.map((right) => pairOf(right, "proved")),
];

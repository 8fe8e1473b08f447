// Hard pairs whose functions lose newer values, because the older version is the hub.
import type { HardPair } from "./pair-table.ts";

const flag = `as: { forward: (value: boolean) => String(value), back: (value: string) => value === "true" }`;
const isNoFlag = `(value: string) => value !== "true" && value !== "false"`;
const two = `older: { a: "spec.a", b: "spec.b" }, newer: { c: "spec.c" }, as: {
  forward: ({ a, b }: { a?: string; b?: string }) => (a === undefined && b === undefined ? {} : { c: \`\${a ?? ""}:\${b ?? ""}\` }),
  back: ({ c }: { c?: string }) => {
    const [, a, b] = /^([^:]*):([^:]*)$/.exec(c ?? "") ?? [];
    return { ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) };
  } }`;

/** The pairs. */
export const newerLossPairs: readonly HardPair[] = [
  {
    name: "a string of an older hub's flag, whose other values are named",
    older: "spec?: { on?: boolean }",
    newer: "spec?: { mode?: string }",
    rules: `hub: "older", older: { "spec.on": { to: "spec.mode", ${flag}, loses: ${isNoFlag} } }`,
    want: "proved",
  },
  {
    name: "a string of an older hub's flag, and nothing names its other values",
    older: "spec?: { on?: boolean }",
    newer: "spec?: { on?: string }",
    rules: `hub: "older", older: { "spec.on": { ${flag} } }`,
    want: { fails: `spec.on was "" and is "false"` },
  },
  {
    name: "a loss of newer values that does not happen",
    older: "spec?: { on?: boolean }",
    newer: `spec?: { on?: "true" | "false" }`,
    rules: `hub: "older", older: { "spec.on": {
      as: { forward: (value: boolean) => (value ? "true" : "false"), back: (value: "true" | "false") => value === "true" }, loses: (value: string) => value === "true" } }`,
    want: { fails: "the declared loss of spec.on never happens" },
  },
  {
    name: "a listed newer value that comes back",
    older: `spec?: { mode?: "a" | "b" }`,
    newer: `spec?: { mode?: "a" | "b" | "c" }`,
    rules: `hub: "older", older: { "spec.mode": {
      as: { forward: (value: "a" | "b") => value, back: (value: "a" | "b" | "c") => (value === "c" ? "b" : value) }, loses: ["a", "c"] } }`,
    want: { fails: 'the loss of "a" that the rule of spec.mode declares never happens' },
  },
  {
    name: "a listed newer value that no random one is",
    older: "spec?: { mode?: string }",
    newer: "spec?: { level?: string }",
    rules: `hub: "older", older: { "spec.mode": { to: "spec.level",
      as: { forward: (value: string) => value, back: (value: string) => value.replace(/^newest$/, "new") }, loses: ["newest"] } }`,
    want: "proved",
  },
  {
    name: "newer strings of an older hub's flags, in elements of a list and of a map",
    older: "spec?: { flags?: boolean[]; sites?: Record<string, boolean> }",
    newer: "spec?: { flags?: string[]; sites?: Record<string, string> }",
    rules: `hub: "older", older: {
      "spec.flags": { loses: "unmatched" },
      "spec.flags[]": { ${flag}, loses: ${isNoFlag} },
      "spec.sites[*]": { ${flag}, loses: ${isNoFlag} } }`,
    want: "proved",
  },
  {
    name: "fields of an older hub that become one, whose other values are named",
    older: "spec?: { /** @pattern ^[^:]*$ */ a?: string; /** @pattern ^[^:]*$ */ b?: string }",
    newer: "spec?: { c?: string }",
    rules: `hub: "older", older: {}, together: { both: { ${two}, loses: ({ c = "" }: { c?: string }) => !/^[^:]*:[^:]*$/.test(c) } }`,
    want: "proved",
  },
  {
    name: "fields of an older hub that become one, and nothing names the other values",
    older: "spec?: { /** @pattern ^[^:]*$ */ a?: string; /** @pattern ^[^:]*$ */ b?: string }",
    newer: "spec?: { c?: string }",
    rules: `hub: "older", older: {}, together: { both: { ${two} } }`,
    want: { fails: `spec.c was "" and is absent` },
  },
];

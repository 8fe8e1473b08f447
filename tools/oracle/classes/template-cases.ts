// Random Go templates of patches, right and wrong ones, and the values that the simulation gives them. Templates with what is not simulated are no cases.
import { templateValue } from "@capstan/core-sim";
import type { JSONValue } from "@capstan/kube";
import type { Random } from "@capstan/repo";
import type { Case } from "../extensions/cases.ts";

const variables: Readonly<Record<string, JSONValue>> = {
  builtin: {
    cluster: { name: "my-cluster", namespace: "default", uid: "1", metadata: { labels: { a: "b", "x/y": "z" } } },
    controlPlane: { version: "v1.36.0", replicas: 3 },
  },
  size: "large",
  empty: "",
  words: "a b\nc",
  quoted: `"it's" <&>`,
  umlaut: "größe",
  count: 3,
  big: 1234567,
  half: 2.5,
  small: 0.00001,
  zero: 0,
  on: true,
  off: false,
  none: null,
  list: ["a", "b", "a"],
  numbers: [3, 1, 2.5],
  mixed: ["a", 1, null, { k: "v" }, []],
  items: [{ name: "x", value: "1" }, { name: "y" }, { name: "z", value: "", on: true }],
  map: { b: "2", a: "1", c: { d: true } },
  no: {},
  nil: [],
};

const paths = [
  ...Object.keys(variables).map((name) => `.${name}`),
  ".builtin.cluster.name",
  ".builtin.controlPlane.version",
  ".builtin.controlPlane.replicas",
  ".map.c.d",
  ".missing",
  ".missing.a",
  ".none.a",
  ".size.a",
  ".builtin.none",
  ".list.a",
  ".",
  "$",
  "$.size",
  "$x",
  ".map.c.d.e",
];
const constants = [
  "1",
  "-2",
  "0",
  "3.0",
  "1e3",
  "1_000",
  "1_0.5",
  "1__0",
  "0x1F",
  "017",
  "'a'",
  "true",
  "false",
  "nil",
  '"a"',
  '"b\\n"',
  "`r`",
  '""',
  '"-"',
];

function operand(random: Random, depth: number): string {
  if (depth > 0 && random.chance(0.25)) return `(${pipe(random, depth - 1)})`;
  if (random.chance(0.02)) return `(${pipe(random, 0)}).name`;
  return random.chance(0.6) ? random.pick(paths) : random.pick(constants);
}

/** Functions with how many arguments they get mostly. */
const functions: readonly (readonly [string, number])[] = [
  ...(
    ["not", "len", "quote", "squote", "upper", "lower", "trim", "empty", "toString", "int", "int64", "float64"] as const
  ).map((name) => [name, 1] as const),
  ...(
    [
      "first",
      "last",
      "rest",
      "initial",
      "reverse",
      "uniq",
      "compact",
      "add1",
      "until",
      "toJson",
      "toRawJson",
      "nospace",
      "b64enc",
      "list",
      "print",
      "println",
    ] as const
  ).map((name) => [name, 1] as const),
  ...(
    [
      "eq",
      "ne",
      "lt",
      "le",
      "gt",
      "ge",
      "and",
      "or",
      "default",
      "index",
      "trunc",
      "indent",
      "nindent",
      "join",
      "splitList",
      "contains",
      "semverCompare",
    ] as const
  ).map((name) => [name, 2] as const),
  ...(
    [
      "hasPrefix",
      "hasSuffix",
      "trimAll",
      "trimPrefix",
      "trimSuffix",
      "repeat",
      "add",
      "sub",
      "mul",
      "div",
      "mod",
      "max",
      "min",
      "has",
    ] as const
  ).map((name) => [name, 2] as const),
  ...(["append", "prepend", "dict", "get", "hasKey", "coalesce", "cat", "print", "println", "all", "any"] as const).map(
    (name) => [name, 2] as const,
  ),
  ...(["substr", "replace", "ternary", "index", "eq", "printf"] as const).map((name) => [name, 3] as const),
  ["printf", 2],
  ["fail", 1],
  ["nofunction", 1],
];

const formats = [
  "%s",
  "%d",
  "%v-%v",
  "%q",
  "%5s|%-5s|",
  "%05d",
  "%t",
  "%.2f",
  "%g",
  "%s%%",
  "%d %s",
  "%x",
  "%+d",
  "%.3s",
  "%!",
  "%",
  "%z",
];

function call(random: Random, depth: number): string {
  const [name, count] = random.pick(functions);
  const given = random.chance(0.95) ? count : random.below(4);
  const parts = Array.from({ length: given }, () => operand(random, depth));
  if (name === "printf" && parts.length > 0) parts[0] = JSON.stringify(random.pick(formats));
  if (name === "semverCompare" && random.chance(0.9)) return versionCall(random);
  return [name, ...parts].join(" ");
}

/** Versions and ranges with few different numbers, so that half of them are equal or in range; some are none. */
function versionCall(random: Random): string {
  const number = (): string =>
    random.pick(["0", "0", "1", "1", "2", "10", "01", "x", "*", "1x", "99999999999999999999"]);
  const pre = (): string =>
    random.pick(["", "", "", "-0", "-a", "-a.1", "-a.b", "-1.2", "-01", "-rc.10", "+m", "-a+m", "-"]);
  const version = (): string => {
    const numbers = Array.from({ length: random.pick([3, 3, 3, 2, 1, 4]) }, number);
    return `${random.pick(["", "v", "v"])}${numbers.join(".")}${pre()}`;
  };
  const comparison = (): string => {
    const operator = random.pick(["", "=", "!=", ">", "<", ">=", "=>", "<=", "=<", "~", "~>", "^", ">>"]);
    return random.chance(0.1) ? `${version()} - ${version()}` : `${operator}${random.pick(["", "", " "])}${version()}`;
  };
  const separator = (): string => random.pick([" ", ", ", ",", " || ", "||", " , ", "  ", ";"]);
  const more = Array.from({ length: random.below(3) }, () => separator() + comparison());
  const range = random.chance(0.02) ? "" : comparison() + more.join("");
  const given = random.chance(0.2) ? ".builtin.controlPlane.version" : JSON.stringify(version());
  return `semverCompare ${JSON.stringify(range)} ${given}`;
}

function command(random: Random, depth: number): string {
  return random.chance(0.65) ? call(random, depth) : operand(random, depth);
}

function pipe(random: Random, depth: number): string {
  const more = random.chance(0.3) ? Array.from({ length: 1 + random.below(2) }, () => pipedCall(random, depth)) : [];
  return [command(random, depth), ...more].join(" | ");
}

function pipedCall(random: Random, depth: number): string {
  const [name, count] = random.pick(functions);
  const parts = Array.from({ length: Math.max(0, count - 1) }, () => operand(random, depth));
  if (name === "printf" && parts.length > 0) parts[0] = JSON.stringify(random.pick(formats));
  return random.chance(0.97) ? [name, ...parts].join(" ") : operand(random, 0);
}

const texts = [
  "a: 2\n",
  "k: |\n  ",
  "a: 1\nk: >\n  x\n  ",
  "",
  " ",
  "a: ",
  "\n",
  "- ",
  '"',
  "x",
  "\n  ",
  "{a: 1}",
  "true",
];

function action(random: Random, depth: number): string {
  const [open, close] = [random.chance(0.15) ? "{{- " : "{{ ", random.chance(0.15) ? " -}}" : " }}"];
  const inside = (): string => (depth === 0 ? random.pick(texts) : body(random, depth - 1));
  const otherwise = random.chance(0.4) ? `{{ else }}${inside()}` : "";
  switch (random.below(14)) {
    case 0:
    case 1:
      return `${open}if ${pipe(random, 1)}${close}${inside()}${otherwise}{{ end }}`;
    case 2:
      return `${open}if ${pipe(random, 1)}${close}${inside()}{{ else if ${pipe(random, 1)} }}${inside()}{{- end }}`;
    case 3:
      return `${open}with ${pipe(random, 1)}${close}${inside()}{{ . }}${otherwise}{{ end }}`;
    case 4:
      return `${open}range ${operand(random, 1)}${close}${inside()}{{ . }}${random.chance(0.2) ? "{{ break }}" : ""}${otherwise}{{ end }}`;
    case 5:
      return `${open}range $i, $v := ${operand(random, 1)}${close}{{ $i }}={{ $v }};${inside()}${otherwise}{{ end }}`;
    case 6:
      return `${open}$x := ${pipe(random, 1)}${close}{{ $x }}`;
    case 7:
      return `{{/* comment */}}`;
    default:
      return `${open}${pipe(random, 2)}${close}`;
  }
}

function body(random: Random, depth: number): string {
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(texts) + action(random, depth)).join("");
}

/** Some are damaged: a part is missing or there twice. */
function randomTemplate(random: Random): string {
  const whole = body(random, 1);
  if (random.chance(0.85)) return whole;
  const [from, to] = [random.below(whole.length), random.below(whole.length)];
  return random.chance(0.5)
    ? whole.slice(0, from) + whole.slice(from + 1 + random.below(4))
    : whole.slice(0, to) + whole.slice(from);
}

const kind = 'failed to generate JSON patches for "FooTemplate": failed to calculate value for template: ';

/** A template of a value. */
export function templateCase(random: Random): Case {
  for (;;) {
    const template = randomTemplate(random);
    if (template === "") continue;
    const ours = answerOf(template);
    if (ours !== undefined) return { operation: "template", question: { value: { template, variables } }, ours };
  }
}

function answerOf(template: string): object | undefined {
  try {
    return { value: templateValue(template, variables) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Readers of YAML differ in what they still read.
    const isOther = message.startsWith("not simulated: ") || message.includes(": error converting YAML to JSON: ");
    return isOther ? undefined : { error: comparable(`${kind}${message}`) };
  }
}

/** Types of lists and of their items are not told apart. */
export function comparable(message: string): string {
  return message
    .replaceAll(/(can't evaluate field \w+ in type )(?:int|string)\b/g, "$1interface {}")
    .replaceAll(/\[\](?:int|string)\b/g, "[]interface {}");
}

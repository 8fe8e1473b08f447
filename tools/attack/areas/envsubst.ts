// Templates with variables: globs that took minutes, and names of the prototype.
import { listVariables, substitute } from "@capstan/clusterctl-kit";
import type { Area, Attack, Fuzz } from "../area.ts";
import { namedVariable } from "../imports/named-variable.ts";
import type { Lab } from "../lab.ts";

const stars: Attack = {
  name: "a trim pattern with eight stars, `${A#*a*a*a*a*a*a*a*ab}`, on 60 times `a`",
  before: "over 80 s",
  async run(lab) {
    const template = `\${A#${"*a".repeat(8)}b}`;
    const got = lab.hold(template, () => substitute(template, { A: "a".repeat(60) }).text, never);
    if (got !== "a".repeat(60)) throw new Error(`the result is ${got}`);
    return `${lab.longestStallMs.toFixed(1)} ms`;
  },
};

const prototypeNames: Attack = {
  name: "the variables `${constructor}`, `${toString//a/b}`, `${__proto__}`",
  before: "the text of a function; a TypeError",
  async run(lab) {
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"]) {
      const { missing } = substitute(`\${${name}}`, {});
      if (!missing.includes(name)) lab.fault("wrong", "not missing", name);
      const { text } = substitute(`\${${name}//a/b}`, {});
      if (text !== "") lab.fault("wrong", `has the value ${text}`, name);
    }
    return "missing variables, as any other";
  },
};

const sizes: Attack = {
  name: "40,000 spaced variables, 8,000 names, 3,000 expansions inside of each other, a replacement that multiplies its value",
  before: "seconds each; a RangeError; memory until it ends",
  async run(lab) {
    const names = Array.from({ length: 8000 }, (_, i) => `\${V${i}:-1}\n`).join("");
    const deep = `${"${A:=".repeat(3000)}x${"}".repeat(3000)}`;
    lab.hold("spaced", () => substitute("${ A }".repeat(40_000), { A: "x" }), never);
    lab.hold("names", () => [substitute(names, {}), listVariables(names)], never);
    lab.hold("deep", () => substitute(deep, {}), never);
    lab.hold("long", () => substitute("${A//a/${A//a/${A//a/${A}}}}", { A: "a".repeat(1000) }), never);
    return `${lab.longestStallMs.toFixed(0)} ms at most; the last two are errors that name the limit`;
  },
};

const pieces = [
  "$",
  "{",
  "}",
  "${",
  "A",
  "toString",
  "__proto__",
  "#",
  "##",
  "%",
  "%%",
  "/",
  "//",
  "/#",
  ":",
  ":=",
  ":-",
] as const;
const hostile = [
  "*",
  "*a",
  "?",
  "[a-z]",
  "[^",
  "\\",
  "*".repeat(40),
  "a".repeat(300),
  "-1",
  "99999999999",
  "\u2028",
  "\u0000",
  "é",
] as const;

const templates: Fuzz = {
  name: "templates of random expansions, with values up to 100,000 characters",
  async run(lab, inputs) {
    for (let i = 0; i < inputs; i += 1) {
      const template = expansions(lab);
      const values = { A: lab.random.pick(["", "a", "a".repeat(lab.random.below(100_000)), "ab*".repeat(300)]) };
      lab.hold({ template, values }, () => substitute(template, values), never);
      lab.hold(template, () => listVariables(template), never);
    }
  },
};

function expansions({ random }: Lab): string {
  const whole = (): string =>
    `\${${random.pick(["A", "B", "toString", "__proto__"])}${random.pick(pieces.slice(7))}${random.list(12, () => random.pick(hostile)).join("")}}`;
  return random.list(8, () => (random.chance(0.6) ? whole() : random.pick([...pieces, ...hostile]))).join("");
}

/** Diagnostics are returned: an error that is thrown is a crash. */
const never = (): boolean => false;

export const envsubst: Area = {
  name: "envsubst",
  attacks: [stars, prototypeNames, namedVariable, sizes],
  fuzzes: [templates],
};

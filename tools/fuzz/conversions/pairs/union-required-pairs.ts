// Pairs of unions with fields that a member requires in one version alone: rules see them as required where their member is.
import type { HardPair } from "./pair-table.ts";

/** The fields of members by their discriminators. */
type Members = Readonly<Record<string, string>>;

function unionOf(name: string, members: Members): string {
  const types = Object.entries(members).map(
    ([value, fields]) => `interface ${name}${value} {\ntype: "${value}"; ${fields} }`,
  );
  return `${types.join("\n")}
/** @union */
export type ${name} = ${Object.keys(members)
    .map((value) => `${name}${value}`)
    .join(" | ")};`;
}

interface Row {
  readonly name: string;
  readonly older: Members;
  readonly newer: Members;
  readonly rules: string;
  readonly want?: HardPair["want"];
}

const required = { A: "a: string", B: "b?: string" };
const optional = { A: "a?: string", B: "bb?: string" };
const renamed = `"spec.u.b": { to: "spec.u.bb" }`;
const older = `hub: "older", `;
const none = `strategy: "None", `;

const rows: readonly Row[] = [
  {
    name: "optional in the newer version, without a rule",
    older: required,
    newer: optional,
    rules: `older: { ${renamed} }`,
    want: "conversion/not-covered",
  },
  {
    name: "optional in the newer version, by bounds",
    older: required,
    newer: optional,
    rules: `older: { ${renamed}, "spec.u.a": { bounds: "differ" } }`,
  },
  {
    name: "optional in the newer version, by dropEmpty",
    older: required,
    newer: optional,
    rules: `older: { ${renamed}, "spec.u.a": { as: "dropEmpty" } }`,
  },
  {
    name: "optional in the newer version, by dropEmpty with an older hub",
    older: required,
    newer: optional,
    rules: `${older}older: { ${renamed}, "spec.u.a": { as: "dropEmpty" } }`,
  },
  {
    name: "optional in the newer version, where it has another name",
    older: required,
    newer: { A: "aa?: string", B: "bb?: string" },
    rules: `older: { ${renamed}, "spec.u.a": { to: "spec.u.aa", bounds: "differ" } }`,
  },
  {
    name: "optional in the newer version, by boolPresence",
    older: { A: "a: boolean", B: "b?: string" },
    newer: { A: "a?: boolean", B: "bb?: string" },
    rules: `older: { ${renamed}, "spec.u.a": { as: "boolPresence" } }`,
  },
  {
    name: "of the older version alone",
    older: required,
    newer: { A: "", B: "bb?: string" },
    rules: `older: { ${renamed}, "spec.u.a": { keep: true, default: "k" } }`,
  },
  {
    name: "of an older hub alone",
    older: required,
    newer: { A: "", B: "bb?: string" },
    rules: `${older}older: { ${renamed}, "spec.u.a": { keep: true, default: "k" } }`,
  },
  {
    name: "optional in the older version",
    older: { A: "a?: string", B: "b?: string" },
    newer: { A: "a: string", B: "bb?: string" },
    rules: `older: { ${renamed}, "spec.u.a": { default: "k" } }`,
  },
  {
    name: "optional in the older version, which is the hub",
    older: { A: "a?: string", B: "b?: string" },
    newer: { A: "a: string", B: "bb?: string" },
    rules: `${older}older: { ${renamed}, "spec.u.a": { default: "k" } }`,
  },
  {
    name: "removed by strategy None",
    older: { A: "a?: string; y: string", B: "" },
    newer: { A: "a?: string; x?: string", B: "" },
    rules: `${none}older: { "spec.u.y": "removed" }, newer: { "spec.u.x": "added" }`,
    want: "conversion/required-lost",
  },
  {
    name: "optional in the newer version, by strategy None",
    older: { A: "", B: "b: string" },
    newer: { A: "", B: "b?: string" },
    rules: `${none}older: {}`,
    want: "conversion/not-covered",
  },
  ...["h?: string", "h: string"].map((field): Row => ({
    name: `with a default that another member has as this one, ${field}`,
    older: { A: `${field}; x?: string`, N: "", C: "" },
    newer: { A: "t: string; x?: string", C: "" },
    rules: `hub: "older", older: { "spec.u.h": { to: "spec.u.t", default: "2" },
      "spec.u.type": { as: { enum: { A: "A", N: "A", C: "C" } }, loses: ["N"] } }`,
  })),
  ...["", `hub: "older", `].map((hub): Row => ({
    name: `that all members require in the newer version, with a default ${hub}`,
    older: { A: "a?: string; z?: string", C: "a?: string" },
    newer: { A: "b: string; z?: string", C: "b: string" },
    rules: `${hub}older: { "spec.u.a": { to: "spec.u.b", default: "k" } }`,
  })),
  ...["", none].map((strategy): Row => ({
    name: `of another member in the newer version ${strategy}`,
    older: { A: "c?: string; y?: string", B: "" },
    newer: { A: "x?: string", B: "c?: string" },
    rules: `${strategy}older: { "spec.u.y": "removed" }, newer: { "spec.u.x": "added" }`,
    want: "conversion/bounds-differ",
  })),
];

/** The pairs. */
export const unionRequiredPairs: readonly HardPair[] = [
  ...rows.map(({ name, older: from, newer: to, rules, want = "proved" }) => ({
    name: `a field of a union's member, ${name}`,
    older: "spec?: { u?: Old }",
    newer: "spec?: { u?: New }",
    rules,
    more: `${unionOf("Old", from)}\n${unionOf("New", to)}`,
    want,
  })),
  ...["", `hub: "older", `].map((hub): HardPair => ({
    name: `a union in a list whose key is a field that all members require ${hub}`,
    older: `spec?: {\n/** @listType map\n@listMapKey name */\nl?: Old[] }`,
    newer: `spec?: {\n/** @listType map\n@listMapKey name */\nl?: New[] }`,
    rules: `${hub}older: { "spec.l[].h": { to: "spec.l[].t" } }, newer: { "spec.l[].q": "${hub === "" ? "added" : "keep"}" }`,
    more: `${unionOf("Old", { A: "name: string; h?: string", N: "name: string" })}
${unionOf("New", { A: "name: string; t?: string", N: "name: string; q?: string" })}`,
    want: "proved",
  })),
];

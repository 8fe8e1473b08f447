// The cases of errors about the keys of lists.
import type { PairText } from "../pairs/pair-source.ts";
import { type CodeCase, ofPair } from "./help-case.ts";

/** The tags of a list with these keys. */
const keyed = (...keys: readonly string[]): string =>
  `/** @listType map\n${keys.map((key) => `@listMapKey ${key}\n`).join("")} */`;

const names = `"a" | "b" | "c"`;
const table = `"spec.l[].name": { as: { enum: {}, added: { c: "a" } } }`;
const added = `newer: { "spec.l[].h": "added" }`;
const merged = {
  older: `spec?: { ${keyed("name")} l?: { name: "a" | "b" }[] }`,
  newer: `spec?: { ${keyed("name")} l?: { name: ${names}; h?: string }[] }`,
};
const ownTable = {
  older: `spec?: { ${keyed("name")} l?: { name: ${names} }[] }`,
  rules: `older: {}, ${added}`,
};
const halfKeyed = {
  older: `spec?: { l?: { name: ${names}; k?: string }[] }`,
  newer: `spec?: { ${keyed("name")} l?: { name: ${names} }[] }`,
};
const asKeyed = halfKeyed.newer.replace(" }[]", "; k?: string }[]");

const ports = (older: string, newer: string): Pick<PairText, "older" | "newer"> => ({
  older: `spec?: { l?: { port: Int32${older} }[] }`,
  newer: `spec?: { ${keyed("port", "proto")} l?: { port: Int32; ${newer} }[] }`,
});
const proto = `"TCP" | "UDP"`;
const tcp = `/** @default "TCP" */ proto?: ${proto}`;
const unmatched = `"spec.l": { loses: "unmatched", bounds: "differ" }`;
const differ = `"spec.l": { bounds: "differ" }`;

/** All of them. */
export const keyCases: readonly CodeCase[] = [
  ...["", `"spec.l": { bounds: "differ" }`].map((rule): CodeCase => ({
    code: "conversion/not-covered",
    ...ofPair(
      {
        older: "spec?: { l?: { name: string }[] }",
        newer: `spec?: { ${keyed("name")} l: { name: string }[] }`,
        rules: `older: { ${rule} }`,
      },
      {
        [`write \`"spec.l": { default: [], bounds: "differ" }\``]: {
          rules: `older: { "spec.l": { default: [], bounds: "differ" } }`,
        },
      },
    ),
  })),
  {
    code: "conversion/not-covered",
    ...ofPair(
      { ...ports("", tcp), rules: `older: { ${unmatched} }` },
      {
        'write `"spec.l[].proto": { default: "TCP" }` in `newer`': {
          rules: `older: { ${unmatched} }, newer: { "spec.l[].proto": { default: "TCP" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/unmatched-elements",
    ...ofPair(
      { ...ports("", tcp), rules: `older: { ${differ} }, newer: { "spec.l[].proto": { default: "TCP" } }` },
      {
        [`\`${unmatched}\``]: { rules: `older: { ${unmatched} }, newer: { "spec.l[].proto": { default: "TCP" } }` },
      },
    ),
  },
  ...["", `hub: "older", `].map((hub): CodeCase => ({
    code: "conversion/default-not-declared",
    ...ofPair(
      { ...ports(`; proto?: ${proto}`, tcp), rules: `${hub}older: { ${differ} }` },
      {
        '`"spec.l[].proto": { default: "TCP" }`': {
          rules: `${hub}older: { ${differ}, "spec.l[].proto": { default: "TCP" } }`,
        },
      },
    ),
  })),
  {
    code: "conversion/default-not-declared",
    ...ofPair(
      {
        ...ports(`; proto?: string`, tcp),
        rules: `older: { ${differ}, "spec.l[].proto": { as: "unchanged", bounds: "differ" } }`,
      },
      {
        '`"spec.l[].proto": { as: "unchanged", default: "TCP", bounds: "differ" }`': {
          rules: `older: { ${differ}, "spec.l[].proto": { as: "unchanged", default: "TCP", bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/needs-default",
    ...ofPair(
      { ...ports("", `proto: ${proto}`), rules: `older: { ${unmatched} }, newer: { "spec.l[].proto": "added" }` },
      {
        '`"spec.l[].proto": { default: "TCP" }`': {
          rules: `older: { ${unmatched} }, newer: { "spec.l[].proto": { default: "TCP" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/unmatched-elements",
    ...ofPair(
      { ...merged, rules: `older: { ${table} }, ${added}` },
      {
        '`"spec.l": { loses: "unmatched", bounds: "differ" }`': {
          rules: `older: { "spec.l": { loses: "unmatched", bounds: "differ" }, ${table} }, ${added}`,
        },
      },
    ),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      { ...merged, rules: `older: { "spec.l": { loses: "unmatched" }, ${table} }, ${added}` },
      {
        "give each value of the key its own one": ownTable,
        '`"spec.l": { loses: "unmatched", bounds: "differ" }`': {
          rules: `older: { "spec.l": { loses: "unmatched", bounds: "differ" }, ${table} }, ${added}`,
        },
      },
    ),
  },
  {
    code: "conversion/keep-needs-keys",
    ...ofPair(
      { ...halfKeyed, rules: `older: { "spec.l": { bounds: "differ" }, "spec.l[].k": "keep" }` },
      {
        "declare keys of the list": { older: asKeyed, rules: `older: { "spec.l[].k": "keep" }` },
        'write `"spec.l[].k": "removed"`': {
          rules: `older: { "spec.l": { bounds: "differ" }, "spec.l[].k": "removed" }`,
        },
      },
    ),
  },
  {
    code: "conversion/unmatched-elements",
    ...ofPair(
      { ...halfKeyed, rules: `hub: "older", older: { "spec.l": { bounds: "differ" }, "spec.l[].k": "removed" }` },
      {
        "declare keys of the list": { older: asKeyed, rules: `hub: "older", older: { "spec.l[].k": "removed" }` },
        '`"spec.l": { loses: "unmatched", bounds: "differ" }`': {
          rules: `hub: "older", older: { "spec.l": { loses: "unmatched", bounds: "differ" }, "spec.l[].k": "removed" }`,
        },
      },
    ),
  },
];

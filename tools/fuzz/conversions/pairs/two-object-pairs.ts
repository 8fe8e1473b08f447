// Hard pairs of functions over fields in two objects of one version, one of which may be there without the other: what the functions make of the fields that are absent makes no
// object.
import type { HardPair } from "./pair-table.ts";

/** The object of a part that is required always has it: functions give one in any case, and the object is there or not. */
type Kind = "optional" | "required";

const textOf = `({ x = "", y = 0 as Int32 }: { x?: string; y?: Int32 }): { z?: string } => (x === "" && y === 0 ? {} : { z: \`\${x}:\${y}\` })`;
const partsOf: Readonly<Record<Kind, string>> = {
  optional: `({ z }: { z?: string }): { x?: string; y?: Int32 } => {
    if (z === undefined) return {};
    const at = z.lastIndexOf(":");
    return at < 0 ? { x: z, y: 0 as Int32 } : { x: z.slice(0, at), y: (Number(z.slice(at + 1)) >> 0) as Int32 };
  }`,
  required: `({ z = "" }: { z?: string }): { x: string; y: Int32 } => {
    const at = z.lastIndexOf(":");
    return at < 0 ? { x: z, y: 0 as Int32 } : { x: z.slice(0, at), y: (Number(z.slice(at + 1)) >> 0) as Int32 };
  }`,
};
/** What does not come back of the parts, and of the text. */
const lostParts = `loses: ({ x, y }: { x?: string; y?: Int32 }) => x === undefined || y === undefined || (x === "" && y === 0)`;
const lostTexts = `loses: ({ z }: { z?: string }) => {
  if (z === undefined) return false;
  const at = z.lastIndexOf(":");
  const number = z.slice(at + 1);
  return at < 0 || String(Number(number) >> 0) !== number || z === ":0";
}`;

/** The versions, and the paths of the parts and of the text. */
interface Versions {
  readonly parts: string;
  readonly text: string;
  readonly x?: string;
  readonly y?: string;
  readonly z?: string;
  readonly kind?: Kind;
  readonly rules?: string;
}

/** The pair with the text in the newer version and in the older one, with either hub. */
function inFourWays(name: string, { parts, text, kind = "optional", rules = "", ...paths }: Versions): HardPair[] {
  const { x = "spec.a.x", y = "spec.b.y", z = "spec.z" } = paths;
  const [two, one] = [`{ x: "${x}", y: "${y}" }`, `{ z: "${z}" }`];
  const toText = `older: ${two}, newer: ${one}, as: { forward: ${textOf}, back: ${partsOf[kind]} }`;
  const toParts = `older: ${one}, newer: ${two}, as: { forward: ${partsOf[kind]}, back: ${textOf} }`;
  const ways = [
    { what: "", older: parts, newer: text, hub: "", group: `${toText}, ${lostParts}` },
    { what: ", with an older hub", older: parts, newer: text, hub: `hub: "older", `, group: `${toText}, ${lostTexts}` },
    { what: ", the other way", older: text, newer: parts, hub: "", group: `${toParts}, ${lostTexts}` },
    {
      what: ", the other way, with an older hub",
      older: text,
      newer: parts,
      hub: `hub: "older", `,
      group: `${toParts}, ${lostParts}`,
    },
  ];
  return ways.map(({ what, older, newer, hub, group }) => ({
    name: `functions over fields in two objects: ${name}${what}`,
    older,
    newer,
    rules: `${hub}older: {${rules}}, together: { t: { ${group} } }`,
    want: "proved",
  }));
}

const keyed = "/** @listType map\n@listMapKey id */";

/** The pairs. */
export const twoObjectPairs: readonly HardPair[] = [
  ...inFourWays("with nothing more", {
    parts: "spec: { a?: { x?: string }; b?: { y?: Int32 } }",
    text: "spec: { z?: string }",
  }),
  ...inFourWays("with other fields", {
    parts: "spec: { a?: { x?: string; k?: string }; b?: { y?: Int32; m?: string } }",
    text: "spec: { z?: string; a?: { k?: string }; b?: { m?: string } }",
  }),
  ...inFourWays("into one of them", {
    parts: "spec: { a?: { x?: string }; b?: { y?: Int32; m?: string } }",
    text: "spec: { a?: { z?: string }; b?: { m?: string } }",
    z: "spec.a.z",
  }),
  ...inFourWays("that require them", {
    parts: "spec: { a?: { x: string; k?: string }; b?: { y: Int32 } }",
    text: "spec: { z?: string; a?: { k?: string } }",
    kind: "required",
  }),
  ...inFourWays("one of which is in the status", {
    parts: "spec?: { a?: { x?: string } }; status?: { b?: { y?: Int32 } }",
    text: "spec?: { z?: string }",
    y: "status.b.y",
  }),
  ...inFourWays("of elements", {
    parts: `spec: { ${keyed} l?: { id: string; a?: { x?: string }; b?: { y?: Int32 } }[] }`,
    text: `spec: { ${keyed} l?: { id: string; z?: string }[] }`,
    x: "spec.l[].a.x",
    y: "spec.l[].b.y",
    z: "spec.l[].z",
  }),
  ...inFourWays("of elements without keys", {
    parts: "spec: { l?: { id: string; a?: { x?: string }; b?: { y?: Int32 } }[] }",
    text: "spec: { l?: { id: string; z?: string }[] }",
    x: "spec.l[].a.x",
    y: "spec.l[].b.y",
    z: "spec.l[].z",
    rules: ` "spec.l": { loses: "unmatched" } `,
  }),
];

// Hard pairs of functions over several fields, of which some stay in an object and others are outside of it: the object is there by what is in it.
import type { HardPair } from "./pair-table.ts";

const textOf = `({ x, y }: { x?: string; y?: string }) => (x === undefined && y === undefined ? {} : { z: JSON.stringify([x ?? null, y ?? null]) })`;
const partsOf = `({ z }: { z?: string }) => {
  try {
    const [x, y] = JSON.parse(z ?? "[null,null]");
    return { ...(typeof x === "string" ? { x } : {}), ...(typeof y === "string" ? { y } : {}) };
  } catch {
    return {};
  }
}`;
/** Strings that are not of two parts. */
const others = `loses: ({ z }: { z?: string }) => {
  if (z === undefined) return false;
  try {
    const [x, y] = JSON.parse(z).map((part: unknown) => (typeof part === "string" ? part : null));
    return (x === null && y === null) || JSON.stringify([x, y]) !== z;
  } catch {
    return true;
  }
}`;

/** The paths of the parts and of the text. */
interface Paths {
  readonly x: string;
  readonly y: string;
  readonly z: string;
}

type Bodies = Readonly<Record<"parts" | "text", string>>;

/** The pair with the text in the newer version and in the older one, with either hub. */
function inFourWays(name: string, { parts, text }: Bodies, { x, y, z }: Paths): HardPair[] {
  const [two, one] = [`{ x: "${x}", y: "${y}" }`, `{ z: "${z}" }`];
  const forward = `older: ${two}, newer: ${one}, as: { forward: ${textOf}, back: ${partsOf} }`;
  const back = `older: ${one}, newer: ${two}, as: { forward: ${partsOf}, back: ${textOf} }`;
  const ways = [
    { what: "", older: parts, newer: text, hub: "", group: forward },
    { what: ", with an older hub", older: parts, newer: text, hub: `hub: "older", `, group: `${forward}, ${others}` },
    { what: ", the other way", older: text, newer: parts, hub: "", group: `${back}, ${others}` },
    { what: ", the other way, with an older hub", older: text, newer: parts, hub: `hub: "older", `, group: back },
  ];
  return ways.map(({ what, older, newer, hub, group }) => ({
    name: `functions over fields in and beside an object: ${name}${what}`,
    older,
    newer,
    rules: `${hub}older: {}, together: { t: { ${group} } }`,
    want: "proved",
  }));
}

const keyed = "/** @listType map\n@listMapKey id */";
const beside = { x: "spec.x", y: "spec.o.y", z: "spec.o.z" };

/** The pairs. */
export const leftGroupPairs: readonly HardPair[] = [
  ...inFourWays(
    "with nothing more",
    { parts: "spec?: { x?: string; o?: { y?: string } }", text: "spec?: { o?: { z?: string } }" },
    beside,
  ),
  ...inFourWays(
    "with another field",
    {
      parts: "spec?: { x?: string; o?: { y?: string; k?: string } }",
      text: "spec?: { o?: { z?: string; k?: string } }",
    },
    beside,
  ),
  ...inFourWays(
    "that is required",
    { parts: "spec?: { x?: string; o: { y?: string } }", text: "spec?: { o: { z?: string } }" },
    beside,
  ),
  ...inFourWays(
    "with another one",
    {
      parts: "spec: { a?: { x?: string; k?: string }; b?: { y?: string; m?: string } }",
      text: "spec: { z?: string; a?: { k?: string }; b?: { m?: string } }",
    },
    { x: "spec.a.x", y: "spec.b.y", z: "spec.z" },
  ),
  ...inFourWays(
    "in the status",
    {
      parts: "spec?: { x?: string; o?: { k?: string } }; status?: { y?: string }",
      text: "spec?: { o?: { k?: string } }; status?: { z?: string }",
    },
    { x: "spec.x", y: "status.y", z: "status.z" },
  ),
  ...inFourWays(
    "of elements",
    {
      parts: `spec: { ${keyed} l?: { id: string; x?: string; o?: { y?: string } }[] }`,
      text: `spec: { ${keyed} l?: { id: string; o?: { z?: string } }[] }`,
    },
    { x: "spec.l[].x", y: "spec.l[].o.y", z: "spec.l[].o.z" },
  ),
  {
    name: "functions over fields in and beside an object: beside a default, with an older hub",
    older: "spec?: { x?: string; o?: { y?: string } }",
    newer: "spec?: { o?: { z?: string; w?: string } }",
    rules: `hub: "older", older: {}, newer: { "spec.o.w": { default: "d" } }, together: { t: {
      older: { x: "spec.x", y: "spec.o.y" }, newer: { z: "spec.o.z" }, as: { forward: ${textOf}, back: ${partsOf} }, ${others} } }`,
    want: "proved",
  },
];

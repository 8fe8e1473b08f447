// Pairs of unions with an object in a member: an empty one comes back into that member alone.
import type { HardPair } from "./pair-table.ts";

const unionOf = (name: string, object: string): string => `interface ${name}A { type: "A"; ${object} }
interface ${name}B { type: "B"; b?: string }
/** @union */
export type ${name} = ${name}A | ${name}B;`;

interface Row {
  readonly name: string;
  /** The union's field in the newer version. */
  readonly to: "u" | "from";
  /** The object's field in the newer version. */
  readonly object: "o" | "p";
}

const rows: readonly Row[] = [
  { name: "that moves", to: "from", object: "o" },
  { name: "that gives way to another one", to: "u", object: "p" },
  { name: "that gives way to another one in a union that moves", to: "from", object: "p" },
];

function rulesOf({ to, object }: Row): string {
  const moved = [
    `"spec.u.o.x": { to: "spec.${to}.${object}.x" }`,
    ...(to === "u" ? [] : [`"spec.u.type": { to: "spec.${to}.type" }`, `"spec.u.b": { to: "spec.${to}.b" }`]),
  ];
  return `older: { ${moved.join(", ")} }`;
}

const inObject = unionOf("Inside", "o: { q?: string; f?: string }");
const besideObject = unionOf("Beside", "o: { q?: string }; f?: string");

/** A field that leaves an object that its member requires, and that stays, empty, or comes into one. */
const required = ["", `hub: "older", `].flatMap((hub): HardPair[] => [
  {
    name: `a field that leaves an object that a member of a union requires ${hub}`,
    older: "spec?: { u?: Inside }",
    newer: "spec?: { u?: Beside }",
    rules: `${hub}older: { "spec.u.o.f": { to: "spec.u.f" } }`,
    more: `${inObject}\n${besideObject}`,
    want: "proved",
  },
  {
    name: `a field that comes into an object that a member of a union requires ${hub}`,
    older: "spec?: { u?: Beside }",
    newer: "spec?: { u?: Inside }",
    rules: `${hub}older: { "spec.u.f": { to: "spec.u.o.f" } }`,
    more: `${inObject}\n${besideObject}`,
    want: "proved",
  },
]);

/** The pairs. */
export const memberObjectPairs: readonly HardPair[] = [
  ...rows.flatMap((row) =>
    ["", `hub: "older", `].map((hub): HardPair => ({
      name: `an object in a member of a union, ${row.name} ${hub}`,
      older: "spec: { u?: Old }",
      newer: `spec: { ${row.to}?: New }`,
      rules: `${hub}${rulesOf(row)}`,
      more: `${unionOf("Old", "o?: { x?: string }")}\n${unionOf("New", `${row.object}?: { x?: string }`)}`,
      want: "proved",
    })),
  ),
  ...required,
];

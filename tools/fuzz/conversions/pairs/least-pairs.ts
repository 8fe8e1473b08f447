// Hard pairs of objects that one version rejects when they are empty (`@minProperties 1`), from both sides and with each hub.
import type { HardPair } from "./pair-table.ts";

const least = "/** @minProperties 1 */";

interface Versions {
  readonly older: string;
  readonly newer: string;
  readonly rules: string;
}

function ofBothHubs(name: string, { rules, ...versions }: Versions): HardPair[] {
  const pair = { name: `an object that one version rejects when it is empty: ${name}`, ...versions } as const;
  return [
    { ...pair, rules, want: "proved" },
    { ...pair, name: `${pair.name}, with an older hub`, rules: `hub: "older", ${rules}`, want: "proved" },
  ];
}

type RequiredRow = Versions & Pick<HardPair, "name" | "want">;

const without = `spec?: { ${least} o?: { a?: string; f?: string } }`;

/** Required objects that one version has alone in such an object. */
const requiredInLeast: readonly RequiredRow[] = [
  {
    name: "which fields of the object around may not bring",
    older: without,
    newer: `spec?: { ${least} o?: { a?: string; in: { f?: string } } }`,
    rules: `older: { "spec.o.f": { to: "spec.o.in.f" } }`,
    want: "conversion/needs-default",
  },
  {
    name: "which a field from elsewhere may not bring",
    older: `spec?: { f?: string; ${least} o?: { a?: string } }`,
    newer: `spec?: { ${least} o?: { a?: string; in: { f?: string } } }`,
    rules: `older: { "spec.f": { to: "spec.o.in.f" } }`,
    want: "conversion/needs-default",
  },
  {
    name: "of the older version, which fields may not bring",
    older: `spec?: { ${least} o?: { a?: string; in: { f?: string } } }`,
    newer: without,
    rules: `older: { "spec.o.in.f": { to: "spec.o.f" } }`,
    want: "conversion/required-lost",
  },
  {
    name: "with a field that was added",
    older: `spec?: { ${least} o?: { a?: string } }`,
    newer: `spec?: { ${least} o?: { a?: string; in: { f: string } } }`,
    rules: `older: {}, newer: { "spec.o.in.f": "added" }`,
    want: "conversion/needs-default",
  },
  {
    name: "with the default of a field",
    older: without,
    newer: `spec?: { ${least} o?: { a?: string; in: { f: string } } }`,
    rules: `older: { "spec.o.f": { to: "spec.o.in.f", default: "" } }`,
    want: "proved",
  },
  {
    name: "which functions bring",
    older: without,
    newer: `spec?: { ${least} o?: { a?: string; in: { f?: string } } }`,
    rules: `older: {}, together: { f: { older: { f: "spec.o.f" }, newer: { in: "spec.o.in" }, as: {
      forward: ({ f }: { f?: string }): { in: { f?: string } } => ({ in: f === undefined ? {} : { f } }),
      back: (value: { in?: { f?: string } }): { f?: string } => ({ ...value.in }) } } }`,
    want: "proved",
  },
  {
    name: "which all fields of the object around bring",
    older: without,
    newer: "spec?: { o?: { in: { f?: string; a?: string } } }",
    rules: `older: { "spec.o.f": { to: "spec.o.in.f" }, "spec.o.a": { to: "spec.o.in.a" } }`,
    want: "proved",
  },
  {
    name: "which a field brings without which the object around goes",
    older: without,
    newer: `spec?: { ${least} o?: { in: { f?: string } } }`,
    rules: `older: { "spec.o.f": { to: "spec.o.in.f" }, "spec.o.a": "removed" }`,
    want: "proved",
  },
  {
    name: "which one of two fields brings, of which the object around has both",
    older: "spec?: { /** @minProperties 2 */ o?: { a?: string; f?: string } }",
    newer: "spec?: { o?: { a?: string; in: { f?: string } } }",
    rules: `older: { "spec.o": { bounds: "differ" }, "spec.o.f": { to: "spec.o.in.f" } }`,
    want: "proved",
  },
];

function withRequired(hub: string, { name, rules, ...row }: RequiredRow): HardPair {
  return { ...row, name: `a required object in one that may not be empty, ${name} ${hub}`, rules: `${hub}${rules}` };
}

/** Objects that both versions have, and that fields leave or enter. */
const leavingLeast = [
  {
    name: "a field leaves",
    older: `${least} b?: { y?: Int32; m?: string }`,
    newer: "b?: { m?: string }; y?: Int32",
    rules: `older: { "spec.b.y": { to: "spec.y" } }`,
  },
  {
    name: "a field leaves beside one that only the hub has",
    older: `${least} b?: { y?: Int32; m?: string }`,
    newer: "b?: { m?: string; k?: string }; y?: Int32",
    rules: `older: { "spec.b.y": { to: "spec.y" } }, newer: { "spec.b.k": "added" }`,
  },
  {
    name: "a field enters",
    older: "b?: { m?: string }; y?: Int32",
    newer: `${least} b?: { y?: Int32; m?: string }`,
    rules: `older: { "spec.y": { to: "spec.b.y" } }`,
  },
  {
    name: "a field leaves by functions of several fields",
    older: `${least} b?: { y?: string; m?: string }`,
    newer: "b?: { m?: string }; y?: string",
    rules: `together: { a: { older: { x: "spec.b.y" }, newer: { x: "spec.y" },
      as: { forward: ({ x }: { x?: string }) => ({ x }), back: ({ x }: { x?: string }) => ({ x }) } } }`,
  },
  {
    name: "a field of an object in it leaves",
    older: `${least} b?: { in?: { y?: Int32 }; m?: string }`,
    newer: "b?: { in?: { n?: string }; m?: string }; y?: Int32",
    rules: `older: { "spec.b.in.y": { to: "spec.y" } }, newer: { "spec.b.in.n": "added" }`,
  },
];

/** The pairs. */
export const leastPairs: readonly HardPair[] = [
  ...ofBothHubs("with a field that only the other has", {
    older: "spec?: { id?: string; p?: string }",
    newer: `${least} spec?: { p?: string }`,
    rules: `older: { "spec.id": "removed" }`,
  }),
  ...ofBothHubs("in the older version", {
    older: `${least} spec?: { p?: string }`,
    newer: "spec?: { p?: string; w?: string }",
    rules: `older: {}, newer: { "spec.w": "added" }`,
  }),
  ...ofBothHubs("that both require", {
    older: "spec: { id?: string; p?: string }",
    newer: `${least} spec: { p?: string }`,
    rules: `older: { "spec": { bounds: "differ" }, "spec.id": "removed" }`,
  }),
  ...ofBothHubs("that both require, with an object that only the other has", {
    older: `spec: { ${least} o: { k?: string }; x?: string }`,
    newer: `spec: { ${least} o: { k?: string; in?: { x?: string } } }`,
    rules: `older: { "spec.x": { to: "spec.o.in.x" }, "spec.o": { bounds: "differ" } }`,
  }),
  ...ofBothHubs("that a field leaves", {
    older: "spec?: { x?: { b?: string; z?: string } }",
    newer: `spec?: { ${least} x?: { z?: string }; b?: string }`,
    rules: `older: { "spec.x.b": { to: "spec.b" } }`,
  }),
  ...ofBothHubs("with elements that change", {
    older: "spec?: { x?: { l?: { a?: string }[] } }",
    newer: `spec?: { ${least} x?: { l?: { b?: string }[] } }`,
    rules: `older: { "spec.x": { bounds: "differ" }, "spec.x.l[].a": { to: "spec.x.l[].b" } }`,
  }),
  {
    name: "an object that both require and one rejects when it is empty, without bounds",
    older: "spec: { id?: string; p?: string }",
    newer: `${least} spec: { p?: string }`,
    rules: `older: { "spec.id": "removed" }`,
    want: "conversion/bounds-differ",
  },
  ...ofBothHubs("both require it, and one field of it moves", {
    older: `spec: { c: string; ${least} u: { a?: string; b?: { p?: string } } }`,
    newer: `spec: { c: string; d: { p?: string }; ${least} u: { a?: string } }`,
    rules: `older: { "spec.u.b": { to: "spec.d", default: {} }, "spec.u": { bounds: "differ" } }`,
  }),
  ...ofBothHubs("both require it, and one field of it has another name", {
    older: `spec: { ${least} u: { a?: string; b?: boolean } }`,
    newer: `spec: { ${least} u: { a?: string; d?: boolean } }`,
    rules: `older: { "spec.u.b": { to: "spec.u.d", as: "invert" } }`,
  }),
  ...ofBothHubs("and the hub keeps what is deep in it", {
    older: `spec: { b: Duration; ${least} o?: { a?: Duration; p?: { a?: Quantity; q?: { a?: string } } } }`,
    newer: `spec: { b: Duration; ${least} o?: { n: Duration; m?: Quantity; p?: { q?: { a?: string } } } }`,
    rules: `older: { "spec.o.a": { to: "spec.o.n", default: "0s" }, "spec.o.p.a": { to: "spec.o.m" } }`,
  }),
  ...ofBothHubs("in another one, which is then empty too", {
    older: "status?: { tg?: { made?: boolean; conn?: { made?: boolean; id?: string } } }",
    newer: `${least} status?: { ${least} tg?: { ${least} conn?: { id?: string } } }`,
    rules: `older: { "status.tg.made": "removed", "status.tg.conn.made": "removed" }`,
  }),
  ...ofBothHubs("and the hub keeps its last value, beside a default of the other version", {
    older: `spec?: { ${least} o?: { f?: boolean; hx?: string } }`,
    newer: `spec?: { ${least} o?: { /** @default false */ f?: boolean } }`,
    rules: `older: { "spec.o.f": { as: "invert", default: false }, "spec.o.hx": "removed" }`,
  }),
  ...[
    ["alone", "note"],
    ["beside another one", "b?: string; note"],
  ].flatMap(([name = "", fields = ""]) =>
    ofBothHubs(`with a field that may be null in the newer version, ${name}`, {
      older: `spec?: { ${least} o?: { ${fields}?: string } }`,
      newer: `spec?: { ${least} o?: { ${fields}?: string | null } }`,
      rules: `older: { "spec.o.note": { bounds: "differ" } }`,
    }),
  ),
  ...(["newer", "older"] as const).flatMap((hub) =>
    (
      [
        ["another name", "string", "string", { newer: `, bounds: "differ"`, older: `, bounds: "differ"` }],
        ["other digits", "string", "Int32", { newer: `, as: "digits", loses: "inexact"`, older: `, as: "digits"` }],
        [
          "another width",
          "Int32",
          "Int64",
          { newer: `, as: "width", bounds: "differ"`, older: `, as: "width", bounds: "differ"` },
        ],
        [
          "presence",
          "boolean",
          "{ a?: string }",
          { newer: `, as: "presence"`, older: `, as: "presence", loses: "inexact"` },
        ],
      ] as const
    ).map(([name, older, newer, more]): HardPair => {
      const orNull = (side: string): string => (side === hub ? " | null" : "");
      return {
        name: `an object rejected when it is empty, with a null that only the ${hub} hub has, and ${name}`,
        older: `spec?: { ${least} o?: { k?: string; f?: ${older}${orNull("older")} } }`,
        newer: `spec?: { ${least} o?: { k?: string; g?: ${newer}${orNull("newer")} } }`,
        rules: `hub: "${hub}", older: { "spec.o.f": { to: "spec.o.g"${more[hub]} } }`,
        want: "proved",
      };
    }),
  ),
  ...(["newer", "older"] as const).flatMap((hub): HardPair[] => {
    const required = `spec: { ${least} o: { ${least} p?: { note?: string`;
    const [ofHub, ofOther] = [`${required} | null } } }`, `${required} } } }`];
    const pair = {
      name: `an object that both require and that has a null that only the ${hub} hub has`,
      older: hub === "older" ? ofHub : ofOther,
      newer: hub === "newer" ? ofHub : ofOther,
    };
    const rulesWith = (bounds: string): string =>
      `hub: "${hub}", older: { ${bounds}"spec.o.p.note": { bounds: "differ" } }`;
    return [
      { ...pair, rules: rulesWith(`"spec.o": { bounds: "differ" }, `), want: "proved" },
      { ...pair, name: `${pair.name}, without bounds`, rules: rulesWith(""), want: "conversion/bounds-differ" },
    ];
  }),
  ...["added", "default"].map((word): HardPair => {
    const rule = word === "added" ? `"added"` : "{ default: [] }";
    return {
      name: `an object rejected when it is empty, beside a default that only the other version has, as ${word}`,
      older: `spec?: { ${least} o?: { d?: Duration } }`,
      newer: `spec?: { ${least} o?: { /** @default [] */ y?: string[]; g?: Int32 } }`,
      rules: `hub: "older", older: { "spec.o.d": { to: "spec.o.g", as: "seconds" } }, newer: { "spec.o.y": ${rule} }`,
      want: "proved",
    };
  }),
  {
    name: "an object rejected when it is empty, whose only field one version requires",
    older: `spec?: { ${least} o?: { f?: string } }`,
    newer: `spec?: { ${least} o?: { f: string } }`,
    rules: `older: { "spec.o.f": { default: "" } }`,
    want: "proved",
  },
  ...["newer", "older"].flatMap((hub) =>
    (
      [
        ["digits", 1, "string", "Int32", hub === "newer" ? `as: "digits", loses: "inexact"` : `as: "digits"`],
        ["boolPresence", 1, "boolean", "boolean", `as: "boolPresence"`],
        ["another name", 2, "string", "string", `to: "spec.o.g"`],
        [
          "digits of a field beside another one",
          2,
          "string",
          "Int32",
          hub === "newer" ? `as: "digits", loses: "inexact"` : `as: "digits"`,
        ],
      ] as const
    ).map(([name, count, older, newer, rule]): HardPair => {
      const object = `spec: { /** @minProperties ${count} */ o: { k?: string; `;
      const field = rule.startsWith("to") ? "g" : "f";
      const bounds = name === "another name" ? "" : `"spec.o": { bounds: "differ" }, `;
      return {
        name: `an object that both require, with ${count} fields at least: ${name} ${hub}`,
        older: `${object}f?: ${older} } }`,
        newer: `${object}${field}?: ${newer} } }`,
        rules: `hub: "${hub}", older: { ${bounds}"spec.o.f": { ${rule} } }`,
        want: "proved",
      };
    }),
  ),
  {
    name: "an object rejected when it is empty, whose only field moves out of it, with a default",
    older: `spec?: { ${least} q?: { f: string } }`,
    newer: "spec?: { g: string }",
    rules: `older: { "spec.q.f": { to: "spec.g", default: "" } }`,
    want: "proved",
  },
  ...["", `hub: "older", `].flatMap((hub) => requiredInLeast.map((row) => withRequired(hub, row))),
  // The hub may have the object for itself, and a client removes it as a whole.
  ...["", `hub: "older", `].flatMap((hub) =>
    leavingLeast.map(({ name, older, newer, rules }) => ({
      name: `an object rejected when it is empty, which ${name} ${hub}`,
      older: `spec: { ${older} }`,
      newer: `spec: { ${newer} }`,
      rules: `${hub}${rules}`,
      want: "proved" as const,
    })),
  ),
];

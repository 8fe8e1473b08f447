// Pairs with unions of objects: which fields an object has depends on its type.
import type { HardPair } from "./pair-table.ts";

const image = `interface Image { type: "Image"; image: string }
interface Snap { type: "Snap"; snapshot: string }
/** @union */
export type Source = Image | Snap;`;
const imageRef = `interface ImageRef { type: "ImageRef"; imageRef: string }
interface SnapRef { type: "Snap"; snapshot: string }
/** @union */
export type SourceRef = ImageRef | SnapRef;`;

const oldUnion = `interface OldA { type: "A"; a?: string }
      interface OldB { type: "B"; b?: string }
      /** @union */
      export type Old = OldA | OldB;`;

/** A field with a union, or with several: its declaration, the path of the union, and the rule that it needs where the hub is the newer version. */
const addedFields: readonly (readonly [field: string, path: string, rule?: string])[] = [
  ["u?: U", "spec.u"],
  ["u?: U[]", "spec.u[]", `"spec.u": { loses: "unmatched" }`],
  ["/** @listType map\n@listMapKey type */ u?: U[]", "spec.u[]"],
  ["u?: { [key: string]: U }", "spec.u[*]"],
];

/** What a member of a union has another union in: its field, and the path of the other union. */
const nestings: readonly (readonly [name: string, field: string, path: string])[] = [
  ["as a field", "i?: I", "spec.u.i"],
  ["in an object", "o?: { i?: I }", "spec.u.o.i"],
  ["in a list", "\n/**\n@listType map\n@listMapKey kind\n*/\ni?: I[]", "spec.u.i[]"],
];

/** The pairs. */
export const unionPairs: readonly HardPair[] = [
  {
    name: "a union that both versions have alike, beside a field with another name",
    older: "spec?: { source?: Source; a?: string }",
    newer: "spec?: { source?: Source; b?: string }",
    rules: `older: { "spec.a": { to: "spec.b" } }`,
    more: image,
    want: "proved",
  },
  ...["", `hub: "older", `].map((hub): HardPair => ({
    name: `a union whose member has another name and field, by rules for its fields ${hub}`,
    older: "spec?: { source?: Source }",
    newer: "spec?: { source?: SourceRef }",
    rules: `${hub}older: { "spec.source.type": { as: { enum: { Image: "ImageRef", Snap: "Snap" } } }, "spec.source.image": { to: "spec.source.imageRef" } }`,
    more: `${image}\n${imageRef}`,
    want: "proved",
  })),
  ...["", "@listType map\n@listMapKey type"].map((list): HardPair => ({
    name: `a union whose member has another name and field, in elements ${list}`,
    older: `spec?: { /** ${list} */ l?: Source[] }`,
    newer: `spec?: { /** ${list} */ l?: SourceRef[] }`,
    rules: `older: { "spec.l[].type": { as: { enum: { Image: "ImageRef", Snap: "Snap" } } }, "spec.l[].image": { to: "spec.l[].imageRef" } }`,
    more: `${image}\n${imageRef}`,
    want: "proved",
  })),
  {
    name: "a union that moves, whose member has another field",
    older: "spec?: { source?: Source }",
    newer: "spec?: { from?: Moved }",
    rules: `older: { "spec.source.type": { to: "spec.from.type" }, "spec.source.image": { to: "spec.from.imageRef" }, "spec.source.snapshot": { to: "spec.from.snapshot" } }`,
    more: `${image}
      interface MovedImage { type: "Image"; imageRef: string }
      interface MovedSnap { type: "Snap"; snapshot: string }
      /** @union */
      export type Moved = MovedImage | MovedSnap;`,
    want: "proved",
  },
  ...(["keep", "removed"] as const).map((word): HardPair => ({
    name: `a union whose member has a field in one version only, and another one in the other, ${word}`,
    older: "spec?: { source?: Old }",
    newer: "spec?: { source?: New }",
    rules: `older: { "spec.source.pull": "${word}" }, newer: { "spec.source.digest": "added", "spec.source.zone": { default: "z" } }`,
    more: `interface OldImage { type: "Image"; image: string; pull?: string }
      interface OldSnap { type: "Snap"; snapshot: string }
      /** @union */
      export type Old = OldImage | OldSnap;
      interface NewImage { type: "Image"; image: string; digest?: string }
      interface NewSnap { type: "Snap"; snapshot: string; zone: string }
      /** @union */
      export type New = NewImage | NewSnap;`,
    want: "proved",
  })),
  {
    name: "a union with a member more, whose fields the older version does not have",
    older: "spec?: { source?: Source }",
    newer: "spec?: { source?: More }",
    rules: `older: { "spec.source.type": { as: { enum: { Image: "Image", Snap: "Snap" }, added: { Disk: "Snap" } } } }, newer: { "spec.source.disk": "added" }`,
    more: `${image}
      interface Disk { type: "Disk"; disk: string; snapshot: string }
      /** @union */
      export type More = Image | Snap | Disk;`,
    want: "proved",
  },
  ...["", "keep"].map((word): HardPair => ({
    name: `a union with a member more, which is one with optional fields in the older version ${word}`,
    older: "spec?: { u?: Old }",
    newer: "spec?: { u?: New }",
    rules: `older: { "spec.u.a0": { default: "k" }, "spec.u.b1": "${word || "removed"}",
      "spec.u.type": { as: { enum: { Aa: "Aa", Bb: "Bb" }, added: { Dd: "Aa" } } } }, newer: { "spec.u.dd": "added" }`,
    more: `interface OldA { type: "Aa"; a0?: string; z?: string }
      interface OldB { type: "Bb"; b1?: string }
      /** @union */
      export type Old = OldA | OldB;
      interface NewA { type: "Aa"; a0: string; z?: string }
      interface NewB { type: "Bb"; c?: string }
      interface NewD { type: "Dd"; dd?: string }
      /** @union */
      export type New = NewA | NewB | NewD;`.replace("c?: string", ""),
    want: "proved",
  })),
  {
    name: "a union that moves, with a field of its own in a member that a client leaves",
    older: "spec?: { u?: Old }",
    newer: "spec?: { w?: New }",
    rules: `older: { "spec.u.a0": { to: "spec.w.a0", as: "invert" }, "spec.u.b1": { to: "spec.w.b1" }, "spec.u.type": { to: "spec.w.type" } }, newer: { "spec.w.b2": "added" }`,
    more: `interface OldA { type: "Aa"; a0: boolean }
      interface OldB { type: "Bb"; b1?: Int32 }
      /** @union */
      export type Old = OldA | OldB;
      interface NewA { type: "Aa"; a0: boolean }
      interface NewB { type: "Bb"; b1?: Int32; b2?: string }
      /** @union */
      export type New = NewA | NewB;`,
    want: "proved",
  },
  ...["", `hub: "older", `].map((hub): HardPair => ({
    name: `a union that moves, with a field that the hub keeps in one member ${hub}`,
    older: `spec?: { u?: ${hub === "" ? "More" : "Less"} }`,
    newer: `spec?: { w?: ${hub === "" ? "Less" : "More"} }`,
    rules: `${hub}older: { "spec.u.type": { to: "spec.w.type" }, "spec.u.a": { to: "spec.w.a" }, "spec.u.b": { to: "spec.w.b" }${hub === "" ? `, "spec.u.k": "keep"` : ""} },
      newer: {${hub === "" ? "" : `"spec.w.k": "keep"`}}`,
    more: `interface LessA { type: "A"; a?: string }
      interface LessB { type: "B"; b?: string }
      /** @union */
      export type Less = LessA | LessB;
      interface MoreA { type: "A"; a?: string; k?: string }
      /** @union */
      export type More = MoreA | LessB;`,
    want: "proved",
  })),
  {
    name: "a union of an older hub with a member more, which the newer version shows as one with a default",
    older: "spec?: { u?: Old }",
    newer: "spec?: { u?: New }",
    rules: `hub: "older", older: { "spec.u.a": { to: "spec.u.aa", default: "k" }, "spec.u.type": { as: { enum: { A: "A", X: "A", C: "C" } }, loses: ["X"] } }`,
    more: `interface OldA { type: "A"; a?: string }
      interface X { type: "X" }
      interface C { type: "C" }
      /** @union */
      export type Old = OldA | X | C;
      interface NewA { type: "A"; aa?: string }
      /** @union */
      export type New = NewA | C;`,
    want: "proved",
  },
  ...["", "; z?: Int32"].flatMap((more) =>
    [
      [`hub: "older", `, "", `{ A: "A", C: "C" }, added: { D: "A" }`],
      ["", `, loses: ["D"]`, `{ A: "A", C: "C", D: "A" }`, `{ keep: true, default: "k" }`],
    ].map(([hub = "", loses = "", table = "", olderRule = ""]): HardPair => ({
      name: `a union with a member that the hub shows as one with a kept field that is required there ${hub}${more}`,
      older: `spec?: { u?: ${hub === "" ? "More" : "Less"} }`,
      newer: `spec?: { u?: ${hub === "" ? "Less" : "More"} }`,
      rules: `${hub}older: { "spec.u.type": { as: { enum: ${table} }${loses} }${olderRule === "" ? "" : `, "spec.u.a": ${olderRule}`} },
        newer: {${olderRule === "" ? `"spec.u.a": { keep: true, default: "k" }` : ""}}`,
      more: `interface LessA { type: "A"${more} }
      interface C { type: "C" }
      interface D { type: "D" }
      /** @union */
      export type Less = LessA | C;
      interface MoreA { type: "A"; a: string${more} }
      /** @union */
      export type More = MoreA | C | D;`,
      want: "proved",
    })),
  ),
  ...addedFields.flatMap(([field, path, more = ""]) =>
    ["", `hub: "older", `].map((hub): HardPair => ({
      name: `a union of which the newer version alone has more fields, ${field} ${hub}`,
      older: `spec?: { ${field.replace("U", "Old")} }`,
      newer: `spec?: { ${field.replace("U", "New")} }`,
      rules: `${hub}older: {${hub === "" ? more : ""}}, newer: { "${path}.x": "added", "${path}.y": { default: "k" } }`,
      more: `${oldUnion}
      interface NewA { type: "A"; a?: string; x?: string }
      interface NewB { type: "B"; b?: string; y: string }
      /** @union */
      export type New = NewA | NewB;`,
      want: "proved",
    })),
  ),
  ...["a?: string", "b: string"].map((field): HardPair => ({
    name: `a union of which the newer version alone has one more field, and another member has ${field}`,
    older: "spec?: { u?: Old }",
    newer: "spec?: { u?: New }",
    rules: `older: {}, newer: { "spec.u.x": "added" }`,
    more: `${oldUnion}
      interface NewA { type: "A"; a?: string; x?: string }
      interface NewB { type: "B"; b?: string; ${field} }
      /** @union */
      export type New = NewA | NewB;`.replace("b?: string; b: string", "b: string"),
    want: "conversion/not-covered",
  })),
  ...nestings.flatMap(([nesting, member, path]) =>
    [
      ["in the newer version", "", "h?: string", "", "", `, newer: { "${path}.h": "added" }`],
      ["in the older version, kept", "h?: string", "", "", `, "${path}.h": "keep"`, ""],
      ["in the older version, which is the hub", "h?: string", "", `hub: "older", `, `, "${path}.h": "removed"`, ""],
    ].map(([where = "", older = "", newer = "", hub = "", olderRule = "", newerRules = ""]): HardPair => ({
      name: `a union in a member of another union, ${nesting}, with a field ${where}`,
      older: "spec?: { u?: OldU }",
      newer: "spec?: { u?: NewU }",
      rules: `${hub}older: { "spec.u.b": { to: "spec.u.bb" }${olderRule} }${newerRules}`,
      more: ["Old", "New"]
        .map(
          (side) => `interface ${side}P { kind: "P"; p?: string }
      interface ${side}Q { kind: "Q"; q?: string; ${side === "Old" ? older : newer} }
      /** @union */
      export type ${side}I = ${side}P | ${side}Q;
      interface ${side}A { type: "A"; ${member.replace("I", `${side}I`)} }
      interface ${side}B { type: "B"; ${side === "Old" ? "b" : "bb"}?: string }
      /** @union */
      export type ${side}U = ${side}A | ${side}B;`,
        )
        .join("\n"),
      want: "proved",
    })),
  ),
  {
    name: "a union in a union, of which the newer version alone has one more field",
    older: "spec?: { u?: OldOuter }",
    newer: "spec?: { u?: NewOuter }",
    rules: `older: {}, newer: { "spec.u.i.h": "added" }`,
    more: `interface P { kind: "P"; p?: string }
      interface OldQ { kind: "Q"; q?: string }
      interface NewQ { kind: "Q"; q?: string; h?: string }
      /** @union */
      export type OldInner = P | OldQ;
      /** @union */
      export type NewInner = P | NewQ;
      interface OldA { type: "A"; i?: OldInner }
      interface NewA { type: "A"; i?: NewInner }
      interface B { type: "B"; b?: string }
      /** @union */
      export type OldOuter = OldA | B;
      /** @union */
      export type NewOuter = NewA | B;`,
    want: "proved",
  },
  {
    name: "a union whose field goes with another member",
    older: "spec?: { source?: Source }",
    newer: "spec?: { source?: Other }",
    rules: "older: {}",
    more: `${image}
      interface OtherImage { type: "Image"; snapshot: string }
      interface OtherSnap { type: "Snap"; image: string }
      /** @union */
      export type Other = OtherImage | OtherSnap;`,
    want: "conversion/not-covered",
  },
  {
    name: "a union whose member has another name and field, without a rule for the field",
    older: "spec?: { source?: Source }",
    newer: "spec?: { source?: SourceRef }",
    rules: `older: { "spec.source.type": { as: { enum: { Image: "ImageRef", Snap: "Snap" } } } }`,
    more: `${image}\n${imageRef}`,
    want: "conversion/not-covered",
  },
  {
    name: "a union whose member has another name and field, by functions",
    older: "spec?: { source?: Source }",
    newer: "spec?: { source?: SourceRef }",
    rules: `older: { "spec.source": { as: {
      forward: (one: Source): SourceRef => (one.type === "Image" ? { type: "ImageRef", imageRef: one.image } : one),
      back: (one: SourceRef): Source => (one.type === "ImageRef" ? { type: "Image", image: one.imageRef } : one) } } }`,
    more: `${image}\n${imageRef}`,
    want: "proved",
  },
  {
    name: "a union whose member has another name and field, by functions that forget the field",
    older: "spec?: { source?: Source }",
    newer: "spec?: { source?: SourceRef }",
    rules: `older: { "spec.source": { as: {
      forward: (one: Source): SourceRef => (one.type === "Image" ? ({ type: "ImageRef" } as SourceRef) : one),
      back: (one: SourceRef): Source => (one.type === "ImageRef" ? { type: "Image", image: one.imageRef } : one) } } }`,
    more: `${image}\n${imageRef}`,
    want: { fails: "when type is ImageRef" },
  },
  ...["", `hub: "older", `].map((hub): HardPair => ({
    name: `a member with a field more of a union in another one, its field first ${hub}`,
    older: "spec?: { u?: U }",
    newer: "spec?: { u?: Fewer }",
    rules: `${hub}older: { "spec.u.v.f": "removed", "spec.u.v.w": { as: { enum: { C: "P" } }, loses: ["C"] } }`,
    more: `interface P { w: "P"; p?: string }
interface R { w: "R"; r?: string }
interface C { w: "C"; f?: string }
/** @union */
export type V = P | R | C;
/** @union */
export type Less = P | R;
interface A { type: "A"; v?: V }
interface FewerA { type: "A"; v?: Less }
interface B { type: "B"; b?: string }
/** @union */
export type U = A | B;
/** @union */
export type Fewer = FewerA | B;`,
    want: "proved",
  })),
];

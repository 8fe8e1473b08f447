// Merge patches applied and made.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyMergePatch, createMergePatch } from "./merge-patch.ts";

// The examples of RFC 7386, appendix A.
const rfc: readonly (readonly [document: unknown, patch: unknown, want: unknown])[] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

describe("applyMergePatch", () => {
  it.each(rfc)("%j with %j", (document, patch, want) => {
    expect(applyMergePatch(document, patch)).toEqual(want);
  });
});

/** Merge patches cannot say null, so documents without it are the ones they can reach. */
const withoutNull = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe("createMergePatch", () => {
  it("turns one document into the other", () => {
    fc.assert(
      fc.property(withoutNull, withoutNull, (from, to) => {
        const patch = createMergePatch(from, to);
        expect(patch === undefined ? from : applyMergePatch(from, patch)).toEqual(to);
      }),
    );
  });

  it("is undefined for equal documents", () => {
    expect(createMergePatch({ a: { b: 1 } }, { a: { b: 1 } })).toBeUndefined();
  });

  it("holds only what changed", () => {
    expect(createMergePatch({ a: 1, b: { c: 1, d: 2 } }, { a: 1, b: { c: 3 } })).toEqual({ b: { c: 3, d: null } });
  });

  it("removes a field that becomes undefined, and takes an undefined one as absent", () => {
    expect(createMergePatch({ a: 1, b: 2 }, { a: undefined, b: 2 })).toStrictEqual({ a: null });
    expect(createMergePatch({ a: undefined, b: 1 }, { b: 2 })).toStrictEqual({ b: 2 });
    expect(createMergePatch({ b: 1 }, { a: undefined, b: 2 })).toStrictEqual({ b: 2 });
  });

  it("reads what is deep in both documents once", () => {
    const list = (): number[] => Array.from({ length: 50_000 }, (_, i) => i);
    const deep = (value: unknown): unknown => Array.from({ length: 1000 }).reduce((below) => ({ below }), value);
    const [from, to] = [
      { list: list(), last: 1 },
      { list: list(), last: 2 },
    ].map(deep);
    const before = process.threadCpuUsage().user;
    expect(createMergePatch(from, to)).toEqual(deep({ last: 2 }));
    // Once for each level, it took half a second.
    expect(process.threadCpuUsage().user - before).toBeLessThan(300_000);
  });

  it("walks around what is equal and nested more deeply than the stack allows", () => {
    const deep = (): unknown => Array.from({ length: 100_000 }).reduce((below) => ({ below }), 1);
    expect(createMergePatch({ a: 1, deep: deep() }, { a: 2, deep: deep() })).toEqual({ a: 2 });
  });
});

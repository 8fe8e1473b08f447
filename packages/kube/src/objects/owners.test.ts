// Owner references added, removed and compared.
import { describe, expect, it } from "vitest";
import { describeError } from "../errors/errors.ts";
import type { KubeObject, OwnerReference } from "./object.ts";
import { ensureOwner, ownerReferenceTo, removeOwner, sameOwner, setController } from "./owners.ts";

const reference = (apiVersion: string, kind: string, name: string): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid: `${name}-uid`,
});
const owned = (...ownerReferences: OwnerReference[]): KubeObject => ({
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name: "foo", ...(ownerReferences.length === 0 ? {} : { ownerReferences }) },
});

it.each([
  ["the same", reference("g.io/v1", "Bar", "a"), true],
  ["another version and UID", { ...reference("g.io/v2", "Bar", "a"), uid: "other" }, true],
  ["another name", reference("g.io/v1", "Bar", "b"), false],
  ["another kind", reference("g.io/v1", "Baz", "a"), false],
  ["another group", reference("h.io/v1", "Bar", "a"), false],
])("sameOwner: %s", (_, other, want) => {
  expect(sameOwner(reference("g.io/v1", "Bar", "a"), other)).toBe(want);
});

it("a reference to an object that was never stored has no name and no UID", () => {
  expect(ownerReferenceTo({ apiVersion: "v1", kind: "Secret", metadata: {} })).toEqual({
    apiVersion: "v1",
    kind: "Secret",
    name: "",
    uid: "",
  });
});

describe("ensureOwner", () => {
  const owner = { apiVersion: "g.io/v2", kind: "Bar", metadata: { name: "a", uid: "1" } };

  it("adds a reference once", () => {
    const object = owned(reference("v1", "Secret", "s"));
    expect(ensureOwner(object, ownerReferenceTo(owner, { controller: true }))).toBe(true);
    expect(ensureOwner(object, ownerReferenceTo(owner, { controller: true }))).toBe(false);
    expect(object.metadata.ownerReferences).toEqual([
      reference("v1", "Secret", "s"),
      { apiVersion: "g.io/v2", kind: "Bar", name: "a", uid: "1", controller: true },
    ]);
  });

  it("adds the first reference", () => {
    const object = owned();
    expect(ensureOwner(object, ownerReferenceTo(owner))).toBe(true);
    expect(object.metadata.ownerReferences).toEqual([{ apiVersion: "g.io/v2", kind: "Bar", name: "a", uid: "1" }]);
  });

  it("replaces the reference to the same owner of an older version or UID", () => {
    const object = owned(reference("g.io/v1", "Bar", "a"));
    expect(ensureOwner(object, ownerReferenceTo(owner))).toBe(true);
    expect(object.metadata.ownerReferences).toEqual([{ apiVersion: "g.io/v2", kind: "Bar", name: "a", uid: "1" }]);
  });
});

describe("removeOwner", () => {
  it("removes the reference to one owner, whatever its version and UID, and the last one with its list", () => {
    const object = owned(reference("v1", "Secret", "s"), reference("g.io/v1", "Bar", "a"));
    expect(removeOwner(object, { ...reference("g.io/v2", "Bar", "a"), uid: "other" })).toBe(true);
    expect(object).toEqual(owned(reference("v1", "Secret", "s")));
    expect(removeOwner(object, reference("g.io/v1", "Bar", "a"))).toBe(false);
    expect(removeOwner(object, reference("v1", "Secret", "s"))).toBe(true);
    expect(object).toEqual(owned());
  });
});

describe("a controller", () => {
  const bar = (name: string, namespace = "ns"): KubeObject => ({
    apiVersion: "g.io/v1",
    kind: "Bar",
    metadata: { ...(namespace === "" ? {} : { namespace }), name, uid: `${name}-uid` },
  });
  const caught = (call: () => unknown): string => {
    try {
      return String(call());
    } catch (error) {
      return describeError(error);
    }
  };

  it("is set once, beside other owners", () => {
    const object = owned(reference("v1", "Secret", "s"));
    expect([setController(object, bar("a")), setController(object, bar("a"))]).toEqual([true, false]);
    expect(object.metadata.ownerReferences).toEqual([
      reference("v1", "Secret", "s"),
      { ...reference("g.io/v1", "Bar", "a"), controller: true },
    ]);
  });

  it("is set with the flag that makes its deletion wait, and may have no namespace", () => {
    const object = owned();
    setController(object, bar("a", ""), { blockOwnerDeletion: true });
    expect(object.metadata.ownerReferences).toEqual([
      { ...reference("g.io/v1", "Bar", "a"), controller: true, blockOwnerDeletion: true },
    ]);
  });

  it("is not set beside another one, and the object stays as it is", () => {
    const object = owned({ ...reference("g.io/v1", "Bar", "a"), controller: true });
    const before = structuredClone(object);
    const want =
      "Foo ns/foo is controlled by Bar a, so Bar b cannot control it too\n  help: give the object another name, or remove the owner reference of its controller first";
    expect(caught(() => setController(object, bar("b")))).toBe(want);
    expect(caught(() => ensureOwner(object, ownerReferenceTo(bar("b"), { controller: true })))).toBe(want);
    expect(object).toEqual(before);
    expect(ensureOwner(object, ownerReferenceTo(bar("b")))).toBe(true);
  });

  it.each([
    { object: owned(), owner: bar("a", "other"), names: ["Bar other/a", "Foo ns/foo"] },
    {
      object: { ...owned(), metadata: { name: "wide" } },
      owner: bar("a"),
      names: ["Bar ns/a", "Foo wide"],
    },
  ])("of another namespace is rejected: $names", ({ object, owner, names: [from, to] }) => {
    expect(caught(() => setController(object, owner))).toBe(
      `${from} cannot own ${to}: an owner has the namespace of its object, or none\n  help: create the object in the namespace of its owner`,
    );
    expect(object.metadata).not.toHaveProperty("ownerReferences");
  });
});

// The JSON of stored objects in a version and a form: what is converted, how often, and what is cached.
import { beforeEach, describe, expect, test } from "vitest";
import type { ApiKind, ApiObject } from "../kinds/api-kind.ts";
import { builtinKinds } from "../kinds/builtin-kinds.ts";
import type { StoredObject } from "./collection.ts";
import { type Form, jsonOf, jsonOfAll, objectIn, type View } from "./rendering.ts";

let calls: string[];
let converted: (object: ApiObject, version: string) => ApiObject | Promise<ApiObject>;
beforeEach(() => {
  calls = [];
  converted = (object, version) => ({ ...object, apiVersion: `example.com/${version}` });
});

const [template] = builtinKinds();
if (template === undefined) throw new Error("there is no built-in kind");
const kind: ApiKind = {
  ...template,
  group: "example.com",
  convert: (object, version) => {
    calls.push(object.metadata.name ?? "");
    return converted(object, version);
  },
};
const view = (version: string, form: Form = "object"): View => ({
  kind,
  version: { name: version, served: true, status: false, selectableFields: [] },
  form,
});
const stored = (name: string, version = "v1"): StoredObject => {
  const object: ApiObject = { apiVersion: `example.com/${version}`, kind: "Foo", metadata: { name }, spec: {} };
  return { key: name, revision: 1, written: object, object, json: new Map() };
};
const inVersion = (version: string, name = "a"): object => ({
  apiVersion: `example.com/${version}`,
  kind: "Foo",
  metadata: { name },
  spec: {},
});

/** Conversion as a webhook does it. */
function convertLater(): void {
  const now = converted;
  converted = async (object, version) => now(object, version);
}

describe("an object", () => {
  test("in its own version is not converted", () => {
    const object = stored("a");
    expect(objectIn(kind, object, "v1")).toBe(object.object);
    expect(calls).toEqual([]);
  });

  test("in another version is converted", async () => {
    expect(objectIn(kind, stored("a"), "v2")).toEqual(inVersion("v2"));
    convertLater();
    expect(await objectIn(kind, stored("a"), "v2")).toEqual(inVersion("v2"));
  });
});

describe("the JSON of an object", () => {
  test("is made once per version and form", () => {
    const object = stored("a");
    const texts = ["v1", "v2"].flatMap((version) => [
      jsonOf(view(version), object),
      jsonOf(view(version, "metadata"), object),
      jsonOf(view(version), object),
    ]);
    const metadata = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "a" } };
    const [v1, v2] = [inVersion("v1"), inVersion("v2")];
    expect(texts.map((text) => JSON.parse(text as string))).toEqual([v1, metadata, v1, v2, metadata, v2]);
    expect(calls).toEqual(["a", "a"]);
  });

  test("is shared while it is being converted, and kept afterwards", async () => {
    convertLater();
    const object = stored("a");
    const texts = [jsonOf(view("v2"), object), jsonOf(view("v2"), object)];
    expect(texts[0]).toBe(texts[1]);
    const text = await texts[0];
    expect(JSON.parse(text ?? "")).toEqual(inVersion("v2"));
    expect([jsonOf(view("v2"), object), calls]).toEqual([text, ["a"]]);
  });

  test("is made again after a conversion that failed", async () => {
    const object = stored("a");
    converted = async () => Promise.reject(new Error("no"));
    await expect(jsonOf(view("v2"), object)).rejects.toThrow("no");
    converted = (object) => object;
    expect(jsonOf(view("v2"), object)).toBe(JSON.stringify(inVersion("v1")));
  });
});

describe("the JSON of several objects", () => {
  const namesOf = (texts: readonly string[]): string[] =>
    texts.map((text) => {
      const { apiVersion, metadata } = JSON.parse(text) as ApiObject;
      return `${apiVersion} ${metadata.name}`;
    });

  test("is in their order, each converted by itself and once", async () => {
    const known = stored("e");
    const objects = [stored("a"), stored("b", "v2"), stored("c", "v3"), stored("d"), known];
    await jsonOf(view("v2"), known);
    calls = [];
    const want = ["a", "b", "c", "d", "e"].map((name) => `example.com/v2 ${name}`);
    expect(namesOf(await jsonOfAll(view("v2"), objects))).toEqual(want);
    expect(calls).toEqual(["a", "c", "d"]);
    expect(namesOf(await jsonOfAll(view("v2"), objects))).toEqual(want);
    expect(calls).toHaveLength(3);
  });

  test("ends with the first that cannot be converted, and keeps what was converted", async () => {
    convertLater();
    const now = converted;
    converted = async (object, version) =>
      object.metadata.name === "b" ? Promise.reject(new Error("no")) : now(object, version);
    const objects = [stored("a"), stored("b"), stored("c")];
    await expect(jsonOfAll(view("v2"), objects)).rejects.toThrow("no");
    expect(calls).toEqual(["a", "b"]);
    converted = now;
    expect(namesOf(await jsonOfAll(view("v2"), objects))).toHaveLength(3);
    expect(calls).toEqual(["a", "b", "b", "c"]);
  });

  test("waits for a conversion that is under way", async () => {
    convertLater();
    const object = stored("a");
    void jsonOf(view("v2"), object);
    expect(namesOf(await jsonOfAll(view("v2"), [object]))).toEqual(["example.com/v2 a"]);
    expect(calls).toEqual(["a"]);
  });
});

// What a transform may do to an object, and the errors of the rest.
import { describeError, type KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { foo } from "../../test/controller-rig.ts";
import { transformed } from "./transform.ts";

const object = (): KubeObject => ({ ...foo("a"), metadata: { ...foo("a").metadata, uid: "u", resourceVersion: "1" } });

function tried(transform: (given: KubeObject) => unknown): unknown {
  try {
    return transformed(object(), transform as (given: KubeObject) => KubeObject);
  } catch (error) {
    return describeError(error);
  }
}

const failed = (reason: string): string =>
  `the transform of Foo ns/a failed: ${reason}\n  help: return the object with its apiVersion, kind, name, namespace, uid and resourceVersion`;

test.each([
  {
    name: "a changed copy",
    transform: (given: KubeObject) => ({ ...given, spec: {} }),
    want: { ...object(), spec: {} },
  },
  {
    name: "the object itself, trimmed",
    transform: (given: KubeObject) => Object.assign(given, { spec: undefined }),
    want: { ...object(), spec: undefined },
  },
  { name: "nothing", transform: () => undefined, want: failed("it returned no object") },
  { name: "a list", transform: () => [], want: failed("it returned no object") },
  { name: "no metadata", transform: () => ({ kind: "Foo" }), want: failed("it returned no object") },
  {
    name: "another name and version",
    transform: (given: KubeObject) => ({ ...given, metadata: { ...given.metadata, name: "b", resourceVersion: "2" } }),
    want: failed("it changed name, resourceVersion"),
  },
  {
    name: "another uid, set in place",
    transform: (given: KubeObject) => {
      given.metadata.uid = "v";
      return given;
    },
    want: failed("it changed uid"),
  },
  {
    name: "an error",
    transform: () => {
      throw new Error("no spec");
    },
    want: failed("no spec"),
  },
])("$name", ({ transform, want }) => {
  expect(tried(transform)).toEqual(want);
});

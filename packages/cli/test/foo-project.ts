// A small API for tests, as sources of a project.

/** Files by path; objects are written as JSON. */
export type Tree = Readonly<Record<string, string | object>>;

/** What differs between the sources of tests. */
export interface FooOptions {
  /** The value of the tag at the field. */
  readonly limit?: number;
  readonly tag?: string;
  /** A line that imports the type Size, which is then the type of the field. */
  readonly imports?: string;
}

/** A small API: the kind Foo of things.example.com, with one field that has a limit. */
export function fooSource({ limit = 1, tag = "minLength", imports = "" }: FooOptions = {}): string {
  return [
    'import { defineResource, type KubeObject, type Resource } from "@capstan/api";',
    ...(imports === "" ? [] : [imports]),
    "/** FooSpec is what a Foo is. */",
    "export interface FooSpec {",
    "  /**",
    "   * size is its size.",
    `   * @${tag} ${limit}`,
    "   */",
    `  size?: ${imports === "" ? "string" : "Size"};`,
    "}",
    "/** Foo is a thing. */",
    'export interface Foo extends KubeObject<"things.example.com/v1", "Foo"> {',
    "  /** spec is what it is. */",
    "  spec?: FooSpec;",
    "}",
    'export const Foo: Resource<Foo> = defineResource({ apiVersion: "things.example.com/v1", kind: "Foo" });',
    "",
  ].join("\n");
}

/** The files that are generated from the small API, below the folder of documents. */
export const fooCrds: readonly string[] = ["things.example.com_foos.json", "things.example.com_foos.yaml"];

/** A project with the small API, its folder ending in `/` or empty. */
export function fooProject(folder = "", name = "foo"): Tree {
  return {
    [`${folder}package.json`]: {
      name,
      version: "0.1.0",
      type: "module",
      dependencies: { "@capstan/controller-kit": "^0.1.0" },
    },
    [`${folder}src/api/v1/foo.ts`]: fooSource(),
  };
}

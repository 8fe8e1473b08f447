// Definitions read from sources, however they import the define functions.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { formatDiagnostic, isJsonObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { createModelReader, readModel } from "./read-model.ts";
import { functionValue } from "./reading/read-value.ts";
import { modelOf, soundModelOf } from "./testing.ts";
import { resolveNode, typeOf, type TypeModel } from "./type-model.ts";

const foo = `
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";
/** FooSpec is wanted. */
export interface FooSpec { size?: Int32 }
export interface Foo extends KubeObject<"test.capstan.dev/v1", "Foo"> { spec?: FooSpec }
/** Foo is defined here. */
export const Foo: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Foo" });
`;

function fieldsOf(model: TypeModel, id: string): Record<string, string> {
  const node = resolveNode(model, typeOf(model, id).type);
  if (node.kind !== "object") return {};
  return Object.fromEntries(
    node.properties.map(({ name, optional, type }) => [name + (optional ? "?" : ""), JSON.stringify(type)]),
  );
}

test("a kind, its root and every type it reaches", () => {
  const model = soundModelOf(foo);
  expect(model.kinds).toEqual([
    {
      name: "Foo",
      module: "api.ts",
      definer: "defineResource",
      description: "Foo is defined here.",
      tags: [],
      position: { file: "api.ts", line: 8, column: 14 },
      options: { apiVersion: "test.capstan.dev/v1", kind: "Foo" },
      optionPositions: {
        "": { file: "api.ts", line: 8, column: 50 },
        "/apiVersion": { file: "api.ts", line: 8, column: 64 },
        "/kind": { file: "api.ts", line: 8, column: 93 },
      },
      apiVersion: "test.capstan.dev/v1",
      group: "test.capstan.dev",
      version: "v1",
      kind: "Foo",
      root: "Foo",
    },
  ]);
  expect(Object.keys(model.types)).toEqual(["FooSpec", "Foo"]);
  expect(model.types["FooSpec"]).toEqual({
    id: "FooSpec",
    name: "FooSpec",
    module: "api.ts",
    description: "FooSpec is wanted.",
    tags: [],
    position: { file: "api.ts", line: 5, column: 1 },
    type: {
      kind: "object",
      properties: [
        {
          name: "size",
          optional: true,
          type: { kind: "scalar", scalar: "Int32" },
          description: "",
          tags: [],
          position: { file: "api.ts", line: 5, column: 28 },
        },
      ],
    },
  });
  expect(JSON.parse(JSON.stringify(model))).toEqual(model);
});

test("hooks and conversions name their types by annotation, also through namespaces and aliases", () => {
  const model = soundModelOf({
    "older.ts": "export interface Foo { a?: string }",
    "newer.ts": "export interface Foo { b?: string }\nexport type { Foo as Renamed };",
    "api.ts": `
import * as capstan from "@capstan/contract";
import { defineConversion as convert } from "@capstan/contract/conversion";
import type { Conversion } from "@capstan/contract/conversion";
import type { Hook } from "@capstan/contract/define";
import type * as older from "./older.ts";
import type { Renamed } from "./newer.ts";
export const moved: Conversion<older.Foo, Renamed> = convert({ older: { a: { to: "b" } } });
export const BeforeFoo: Hook<{ name: string }, { message?: string }> = capstan.defineHook({ apiVersion: "a.b/v1", name: "BeforeFoo", summary: "s", description: "d" });
`,
  });
  const [conversion] = model.conversions;
  const [hook] = model.hooks;
  expect([conversion?.definer, conversion?.options, conversion?.older, conversion?.newer]).toEqual([
    "defineConversion",
    { older: { a: { to: "b" } } },
    { kind: "ref", type: "Foo" },
    { kind: "ref", type: "Foo~2" },
  ]);
  expect([model.types["Foo"]?.module, model.types["Foo~2"]?.module]).toEqual(["older.ts", "newer.ts"]);
  expect([hook?.definer, hook?.options["name"], hook?.request.kind, hook?.response.kind]).toEqual([
    "defineHook",
    "BeforeFoo",
    "object",
    "object",
  ]);
});

test("templates take their kind's version and the comment of the alias beside them", () => {
  const model = soundModelOf(`
import { defineInfraMachine, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
export interface FooMachine extends KubeObject<"a.b/v1", "FooMachine"> { spec?: { providerID?: string } }
export const FooMachine: Resource<FooMachine> = defineInfraMachine({ apiVersion: "a.b/v1", kind: "FooMachine", contracts: [] });
/** FooMachineTemplate makes FooMachines. */
export type FooMachineTemplate = TemplateOf<FooMachine, "providerID">;
export const FooMachineTemplate: Resource<FooMachineTemplate> = defineTemplate(FooMachine, { omit: ["providerID"] });
`);
  expect(model.templates).toMatchObject([
    {
      kind: "FooMachineTemplate",
      apiVersion: "a.b/v1",
      of: { apiVersion: "a.b/v1", kind: "FooMachine" },
      omit: ["providerID"],
      description: "FooMachineTemplate makes FooMachines.",
    },
  ]);
});

test("types of packages keep their documentation and say where they are from", () => {
  const model = soundModelOf(
    foo
      .replace("size?: Int32", "meta?: ObjectMeta; conditions?: Condition[]")
      .replace("Int32,", "Condition, ObjectMeta,"),
  );
  expect(model.types["ObjectMeta"]).toMatchObject({
    package: "@capstan/kube",
    module: "@capstan/kube/src/objects/object.ts",
    wellKnown: "ObjectMeta",
  });
  expect(model.types["Condition"]?.description).toBe(
    "An observation about an object, one per `type` (Kubernetes' own condition shape, with its limits).",
  );
  expect(fieldsOf(model, "FooSpec")).toEqual({
    "meta?": '{"kind":"ref","type":"ObjectMeta"}',
    "conditions?": '{"kind":"list","element":{"kind":"ref","type":"Condition"}}',
  });
});

test("declarations of a published package are read as sources are", () => {
  const model = soundModelOf({
    "api.ts": foo
      .replace("/** FooSpec", 'import type { Size } from "./published.js";\n/** FooSpec')
      .replace("size?: Int32", "size?: Size"),
    "published.d.ts": "/** Size is documented. */\ninterface Inner { big?: boolean }\nexport type { Inner as Size };\n",
  });
  expect([model.types["Inner"]?.description, fieldsOf(model, "Inner")]).toEqual([
    "Size is documented.",
    { "big?": '{"kind":"scalar","scalar":"boolean"}' },
  ]);
});

test("the order of files does not show", () => {
  const sources = { "a.ts": foo, "b.ts": foo.replaceAll("Foo", "Bar") };
  const root = new URL("..", import.meta.url).pathname;
  const read = (files: readonly string[]): string => JSON.stringify(readModel({ root, files, sources }));
  expect(read(["b.ts", "a.ts", "b.ts"])).toBe(read(["a.ts", "b.ts"]));
});

test("refresh reads changed files again, and only them", () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-model-"));
  try {
    writeFileSync(join(root, "types.ts"), "export interface Size { a?: string }");
    writeFileSync(
      join(root, "api.ts"),
      'import { defineHook, type Hook } from "@capstan/contract/define";\nimport type { Size } from "./types.ts";\nexport const H: Hook<Size, Size> = defineHook({});',
    );
    const reader = createModelReader({ root, files: ["api.ts"] });
    expect(fieldsOf(reader.read().model, "Size")).toEqual({ "a?": '{"kind":"scalar","scalar":"string"}' });
    writeFileSync(join(root, "types.ts"), "export interface Size { b?: string }");
    expect(fieldsOf(reader.refresh([]).model, "Size")).toEqual({ "a?": '{"kind":"scalar","scalar":"string"}' });
    expect(fieldsOf(reader.refresh(["types.ts"]).model, "Size")).toEqual({
      "b?": '{"kind":"scalar","scalar":"string"}',
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});

test.each([
  {
    name: "a broken file",
    sources: { "api.ts": "export interface Foo {" },
    want: [
      "api.ts:1:23 error model/syntax: the file is not TypeScript: '}' expected.\n  help: fix the file; your editor or tsc shows the same error",
    ],
  },
  {
    name: "a broken file that is imported",
    sources: {
      "api.ts": foo
        .replace("/** FooSpec", 'import type { Size } from "./b.ts";\n/** FooSpec')
        .replace("Int32 }", "Size }"),
      "b.ts": "export interface Size { a?: string",
    },
    want: [
      "b.ts:1:35 error model/syntax: the file is not TypeScript: '}' expected.\n  help: fix the file; your editor or tsc shows the same error",
    ],
  },
  {
    name: "aliases that lead to themselves",
    sources: {
      "api.ts": foo
        .replace("/** FooSpec", "type A = B;\ntype B = A | null;\n/** FooSpec")
        .replace("size?: Int32", "a?: A"),
    },
    want: [
      'api.ts:4:1 error model/circular-alias: the alias "A" refers to itself\n  help: write the type that the alias is meant to be',
    ],
  },
  {
    name: "a computed option, where it stands",
    sources: { "api.ts": foo.replace('kind: "Foo"', "kind: process.env.KIND") },
    want: [
      'api.ts:8:93 error model/computed-value: "process.env.KIND" cannot be read without running it\n  help: write a literal, or the name of a constant with a literal',
    ],
  },
])("$name", ({ sources, want }) => {
  expect(modelOf(sources).diagnostics.map(formatDiagnostic)).toEqual(want);
});

test("a file that is not there", () => {
  const { diagnostics } = readModel({ root: "/nowhere", files: ["api.ts"] });
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    'error model/no-file: there is no file "api.ts"\n  help: correct the path, or remove it from the list',
  ]);
});

test.skipIf(process.platform === "win32")("a named pipe is no source, and nothing waits for it", () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-model-"));
  execFileSync("mkfifo", [join(root, "pipe.ts")]);
  expect(readModel({ root, files: ["pipe.ts"] }).diagnostics.map(formatDiagnostic)).toEqual([
    'error model/unreadable-file: cannot read "pipe.ts": it is not a regular file\n  help: check the owner and the permissions of the file; if it is a link, check where it leads',
  ]);
  rmSync(root, { recursive: true });
});

test("a source and an import that cannot be read, and nothing that follows from them", () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-model-"));
  writeFileSync(join(root, "api.ts"), 'import type { Spec } from "./spec.ts";\nexport interface Foo { spec: Spec }\n');
  symlinkSync("loop.ts", join(root, "loop.ts"));
  symlinkSync("nothing.ts", join(root, "dangling.ts"));
  mkdirSync(join(root, "folder.ts"));
  const { diagnostics } = readModel({ root, files: ["api.ts", "loop.ts", "folder.ts", "dangling.ts"] });
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    'error model/unreadable-file: cannot read "dangling.ts": ENOENT: no such file or directory\n  help: check the owner and the permissions of the file; if it is a link, check where it leads',
    'error model/unreadable-file: cannot read "folder.ts": it is a folder\n  help: rename it: only files of sources have names that end in .ts; or move it elsewhere',
    'error model/unreadable-file: cannot read "loop.ts": ELOOP: too many symbolic links encountered\n  help: check the owner and the permissions of the file; if it is a link, check where it leads',
  ]);
  rmSync(root, { recursive: true });
});

test("no file that is not accepted is read: a module, options of the compiler, and what they extend", () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-model-"));
  for (const [path, content] of Object.entries({
    "package.json": "{}",
    "options.json": "{}",
    "p/tsconfig.json":
      '{ "extends": "../options.json", "compilerOptions": { "customConditions": ["@capstan/source"] } }',
    "p/api.ts": `import type { Size } from "../size.ts";\n${foo.replace("size?: Int32", "size?: Size")}`,
    "size.ts": "export type Size = string;",
  })) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), join(root, "node_modules"));
  const project = join(root, "p");
  const read = (rejected: string): unknown => {
    const seen: [file: string, from: string][] = [];
    const accept = (file: string, from: string): void => {
      seen.push([relative(root, file), relative(root, from)]);
      if (relative(root, file) === rejected) throw new Error("rejected");
    };
    try {
      createModelReader({ root: project, files: ["api.ts"], accept }).read();
    } catch (error) {
      return [error, seen.at(-1)];
    }
    return seen.filter(([file]) => !file.startsWith(".."));
  };
  expect(read("")).toEqual([
    ["p/tsconfig.json", "p"],
    ["options.json", "p"],
    ["size.ts", "p"],
  ]);
  for (const file of ["p/tsconfig.json", "options.json", "size.ts"])
    expect(read(file)).toEqual([new Error("rejected"), [file, "p"]]);
  rmSync(root, { recursive: true });
});

test("conversions may have functions where a rule takes them, and nowhere else", () => {
  const files = (rule: string): Record<string, string> => ({
    "functions.ts":
      "export function up(value: number): number { return value; }\nexport const both = { forward: up, back: up };",
    "api.ts": `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { both, up } from "./functions.ts";
const lost = (value: number) => value > 3;
const listed = [1];
export interface Foo { a?: string }
export const foo: Conversion<Foo, Foo> = defineConversion({ older: { a: ${rule} } });
`,
  });
  const ruleOf = (rule: string): unknown => {
    const [conversion] = soundModelOf(files(rule)).conversions;
    const older = conversion?.options["older"];
    return isJsonObject(older) ? older["a"] : undefined;
  };
  const functions = { forward: functionValue, back: functionValue };
  expect(ruleOf("{ as: { forward: (value: number) => value, back(value: number) { return value; } } }")).toEqual({
    as: functions,
  });
  expect(ruleOf("{ as: { forward: up, back: both.back }, loses: lost }")).toEqual({
    as: functions,
    loses: functionValue,
  });
  expect(ruleOf("{ as: both, loses: listed }")).toEqual({ as: functions, loses: [1] });
  expect(ruleOf('{ as: { forward: "a", back: up } }')).toEqual({ as: { forward: "a", back: functionValue } });
});

test("a function of a conversion whose parameter has no type is reported where the parameter is", () => {
  const source = (as: string): string => `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
export interface Foo { a?: string }
export const foo: Conversion<Foo, Foo> = defineConversion({ older: { a: { as: ${as} } } });
`;
  const reported = (as: string): readonly string[] =>
    modelOf(source(as)).diagnostics.map((one) => formatDiagnostic(one).split("\n")[0] ?? "");
  expect(reported("{ forward: (value) => value, back(value) { return value; } }")).toEqual([
    'api.ts:4:91 error model/untyped-parameter: the parameter "value" of a function has no type',
    'api.ts:4:113 error model/untyped-parameter: the parameter "value" of a function has no type',
  ]);
  expect(reported("{ forward: ({ a }) => a, back: function (a: string) { return a; } }")).toEqual([
    'api.ts:4:91 error model/untyped-parameter: the parameter "{ a }" of a function has no type',
  ]);
  expect(reported("{ forward: () => 1, back: (value: number, context) => value }")).toEqual([]);
});

test("the strings and numbers of functions are read, also of what they name in their file", () => {
  const source = `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { far } from "./far.ts";
export interface Foo { a?: string; b?: string }
const states = { ACTIVE: "Active", inner: ["listed", { deep: 7 }] };
const limit = -3;
function isOld(value: "typed"): boolean { return value === "old" || again(value); }
function again(value: string): boolean { return isOld(value as "cast") && value.length > limit; }
const never = "never";
export const foo: Conversion<Foo, Foo> = defineConversion({
  older: {
    a: {
      as: {
        forward: (value: string): "result" => (value === "legacy" ? states[value] : \`plain\`),
        back(value: string) { return { key: value.startsWith("x-") ? 1.5 : "" , ["computed"]: far(value) }; },
      },
      loses: isOld,
    },
  },
  together: { both: { older: { a: "a" }, newer: { a: "a" }, as: { forward: far, back: states.back } } },
});
`;
  const far = `export const far = (value: string): string => value + "far";\n`;
  const [conversion] = soundModelOf({ "api.ts": source, "far.ts": far }).conversions;
  expect(conversion?.functionLiterals).toEqual({
    "/older/a/as/forward": ["legacy", "plain", "ACTIVE", "Active", "inner", "listed", "deep", 7],
    "/older/a/as/back": ["x-", 1.5, ""],
    "/older/a/loses": ["old", -3],
    "/together/both/as/forward": [],
    "/together/both/as/back": ["ACTIVE", "Active", "inner", "listed", "deep", 7],
  });
});

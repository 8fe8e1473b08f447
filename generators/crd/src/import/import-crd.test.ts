// CRDs as TypeScript: what each keyword becomes, and what is rejected.
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import { emitYaml } from "@capstan/schema/yaml";
import { expect, test } from "vitest";
import { crdOfKind } from "../testing.ts";
import { importCrd } from "./import-crd.ts";
import { roundTrip } from "./round-trip.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface CrdParts {
  readonly names?: string;
  readonly version?: string;
  readonly root?: string;
  readonly spec: string;
}

/** A CRD around the lines that matter to a case. */
function crd({
  names = "plural: foos\n    singular: foo",
  version = "",
  root: rootLines = "",
  spec,
}: CrdParts): string {
  const indent = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, " ".repeat(by));
  return `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.21.0
  name: foos.test.capstan.dev
spec:
  group: test.capstan.dev
  names:
    kind: Foo
    listKind: FooList
    ${names}
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        description: Foo is the Schema for the foos API.
        properties:
          apiVersion:
            description: |-
              APIVersion defines the versioned schema of this representation of an object.
              Servers should convert recognized schemas to the latest internal value, and
              may reject unrecognized values.
              More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources
            type: string
          kind:
            description: |-
              Kind is a string value representing the REST resource this object represents.
              Servers may infer this from the endpoint the client submits requests to.
              Cannot be updated.
              In CamelCase.
              More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds
            type: string
          metadata:
            type: object
          spec:
${indent(spec, 12)}
        type: object
${rootLines}    served: true
    storage: true
${version}`;
}

test("a kind reads as an author would have written it", () => {
  const text = crd({
    spec: `description: spec is the desired state of Foo.
properties:
  listeners:
    description: listeners are keyed by name.
    items:
      description: Listener accepts connections.
      properties:
        name:
          maxLength: 63
          minLength: 1
          pattern: ^[a-z]*/[a-z]$
          type: string
        port:
          default: 80
          format: int32
          maximum: 65535
          minimum: 1
          type: integer
      required:
      - name
      type: object
    maxItems: 16
    type: array
    x-kubernetes-list-map-keys:
    - name
    x-kubernetes-list-type: map
  mode:
    enum:
    - Fast
    - Safe
    type: string
  tags:
    additionalProperties:
      maxLength: 9
      type: string
    type: object
type: object`,
  });
  const { files, diagnostics } = importCrd(text, { file: "foo.yaml" });
  expect(diagnostics).toEqual([]);
  expect(files).toEqual([
    {
      path: "src/api/v1/foo.ts",
      content: `// Foo v1, imported from its CustomResourceDefinition.
import { defineResource } from "@capstan/api";
import type { Int32, KubeObject, Resource } from "@capstan/api";

export interface FooSpec {
  /**
   * listeners are keyed by name.
   * @maxItems 16
   * @listMapKey name
   * @listType map
   */
  listeners?: Listener[];
  mode?: "Fast" | "Safe";
  /** @values.maxLength 9 */
  tags?: Record<string, string>;
}

/** Listener accepts connections. */
export interface Listener {
  /**
   * @maxLength 63
   * @minLength 1
   * @pattern "^[a-z]*\\/[a-z]$"
   */
  name: string;
  /**
   * @default 80
   * @maximum 65535
   * @minimum 1
   */
  port?: Int32;
}

/** Foo is the Schema for the foos API. */
export interface Foo extends KubeObject<"test.capstan.dev/v1", "Foo"> {
  /** spec is the desired state of Foo. */
  spec?: FooSpec;
}

export const Foo: Resource<Foo> = defineResource({
  apiVersion: "test.capstan.dev/v1",
  kind: "Foo",
});
`,
    },
  ]);
  expect(roundTrip(text, { file: "foo.yaml", root })).toMatchObject({ outcome: "imported", byteEqual: true });
});

const column = (path: string): string => `    subresources: {}
    additionalPrinterColumns:
    - jsonPath: ${path}
      name: A
      type: string
`;

test.each([
  {
    name: "no YAML",
    text: "a: [",
    want: ["foo.yaml:2:1 error yaml/syntax: "],
  },
  {
    name: "another kind",
    text: "apiVersion: v1\nkind: Secret\n",
    want: [
      "foo.yaml:1:1 error crd/import-kind: Secret of v1 cannot be imported: it is not an apiextensions.k8s.io/v1 CustomResourceDefinition\n  help: pass the file of a CRD in version v1",
    ],
  },
  {
    name: "a kind without apiVersion",
    text: "kind: ConfigMap\n",
    want: [
      "foo.yaml:1:1 error crd/import-kind: ConfigMap without apiVersion cannot be imported: it is not an apiextensions.k8s.io/v1 CustomResourceDefinition\n  help: pass the file of a CRD in version v1",
    ],
  },
  {
    name: "a plural of its own",
    text: crd({ names: "plural: foo\n    singular: foo", spec: "type: object" }).replace("name: foos.", "name: foo."),
    want: [
      'foo.yaml:13:5 error crd/import-rejected: plural "foo" is not the name that Kubernetes derives from Foo, "foos"\n  help: keep this kind as YAML: Capstan derives these names',
    ],
  },
  ...["class", "Foo-Bar", "KubeObject"].map((kind) => ({
    name: `the kind ${kind}`,
    text: emitYaml(crdOfKind(kind)),
    want: [
      `foo.yaml:8:5 error crd/import-rejected: the kind "${kind}" cannot be the name of a type\n  help: keep this kind as YAML: the name has another meaning in TypeScript, or is not one`,
    ],
  })),
  {
    name: "a kind that Windows has no file for",
    text: emitYaml(crdOfKind("Aux")),
    want: [
      'foo.yaml:14:5 error crd/import-rejected: "aux" cannot be the name of a file\n  help: keep this kind as YAML: some systems reserve the name, or it is too long',
    ],
  },
  {
    name: "names of properties of every object",
    text: crd({
      version: column(".spec").replace("name: A", "name: __proto__"),
      spec: "properties:\n  list:\n    items:\n      properties:\n        constructor:\n          type: string\n      type: object\n    type: array\ntype: object",
    }).replace("  annotations:\n", "  annotations:\n    __proto__: a\n"),
    want: [
      'foo.yaml:5:3 error crd/import-rejected: one of the annotations is named "__proto__"\n  help: remove it',
      'foo.yaml:45:21 error crd/import-rejected: a property cannot be named "constructor"\n  help: keep this kind as YAML: every JavaScript object has a property of that name',
      'foo.yaml:18:5 error crd/import-rejected: a column cannot be titled "__proto__"\n  help: rename it',
    ],
  },
  {
    name: "whole numbers that JavaScript does not keep",
    text: crd({
      spec: `default:
  minimum: -9007199254740993
properties:
  a:
    default: 9007199254740993
    type: integer
  b:
    enum:
    - 1
    - 1152921504606846976
    type: integer
  c:
    maxLength: 9223372036854775807
    type: string
  minimum:
    default: 9007199254740992
    type: integer
type: object`,
    }),
    want: [
      "foo.yaml:41:24 warning yaml/unsafe-integer: the number -9007199254740993 is read as -9007199254740992\n  help: quote it if it is meant as a string",
      "foo.yaml:44:26 warning yaml/unsafe-integer: the number 9007199254740993 is read as 9007199254740992\n  help: quote it if it is meant as a string",
      "foo.yaml:52:28 warning yaml/unsafe-integer: the number 9223372036854775807 is read as 9223372036854776000\n  help: quote it if it is meant as a string",
      ...["41:15", "44:17", "49:19", "52:17", "55:17"].map(
        (at) =>
          `foo.yaml:${at} error crd/import-rejected: this whole number is beyond 2^53, where JavaScript loses digits\n  help: keep this kind as YAML: the digits could change when it is generated again`,
      ),
    ],
  },
  {
    name: "fields and keywords that the API server ignores are left out",
    text: crd({
      version: "    foo: 1\n",
      names: "plural: foos\n    singular: foo\n    short: [f]",
      spec: "type: object\nproperties:\n  a: {type: string, maxLenght: 1, x-kubernetes-validations: [{rule: self == oldSelf, mesage: x}]}",
    }),
    want: [
      'foo.yaml:43:33 warning crd/unknown-keyword: the schema keyword "maxLenght" does not exist and is ignored; did you mean "maxLength"? (at spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a].maxLenght)\n  help: remove it or correct its spelling',
      'foo.yaml:15:5 warning crd/import-left-out: the field "short" is left out: it is not part of an API\n  help: remove it, or correct its spelling',
      'foo.yaml:47:5 warning crd/import-left-out: the field "foo" is left out: it is not part of an API\n  help: remove it, or correct its spelling',
      'foo.yaml:43:98 warning crd/import-left-out: the field "mesage" is left out: it is not part of an API\n  help: remove it, or correct its spelling',
    ],
  },
  {
    name: "finalizers and owners are left out, and what servers write without a warning",
    text: crd({ spec: "type: object" }).replace(
      "metadata:\n",
      "metadata:\n  finalizers: [a.example.com/b]\n  ownerReferences: []\n  uid: x\n",
    ),
    want: [
      'foo.yaml:5:3 warning crd/import-left-out: the field "finalizers" is left out: it is not part of an API\n  help: remove it, or correct its spelling',
      'foo.yaml:6:3 warning crd/import-left-out: the field "ownerReferences" is left out: it is not part of an API\n  help: remove it, or correct its spelling',
    ],
  },
  {
    name: "the conversion webhook of another provider is left out",
    text: crd({ spec: "type: object" }).replace(
      "\nspec:\n",
      "\nspec:\n  conversion:\n    strategy: Webhook\n    webhook:\n      conversionReviewVersions: [v1]\n      clientConfig: {service: {namespace: a, name: b, path: /convert}}\n",
    ),
    want: [
      "foo.yaml:9:3 warning crd/import-webhook: the conversion webhook of Foo is left out: it belongs to the provider that serves it\n  help: declare the conversion between the versions with `defineConversion`: `capstan bundle` adds the webhook of your own provider",
    ],
  },
  {
    name: "a dead column is left out",
    text: crd({ version: column(".spec.gone"), spec: "type: object" }),
    want: [
      'foo.yaml:17:5 warning crd/import-column: column "A" of v1 is left out: no field has its path .spec.gone\n  help: add the column with the right path to printColumns of the imported file, if you need it',
    ],
  },
])("$name", ({ text, want }) => {
  const { diagnostics } = importCrd(text, { file: "foo.yaml" });
  const texts = diagnostics.map(formatDiagnostic);
  expect(texts.map((found, i) => (want[i]?.endsWith(": ") ? found.slice(0, want[i].length) : found))).toEqual(want);
});

test.each([
  {
    name: "escapes",
    spec: "description: |-\n  @home begins a line\n  and */ ends no comment\nproperties:\n  x-kubernetes-odd:\n    type: string\n  list:\n    items:\n      nullable: true\n      type: string\n    type: array\ntype: object",
  },
  {
    name: "what only @schema can say",
    spec: 'description: "  blank before"\nproperties:\n  a:\n    allOf:\n    - enum:\n      - a\n    - enum:\n      - b\n    type: string\n  b:\n    format: int-or-string\n    type: string\n    x-kubernetes-int-or-string: true\ntype: object\nx-kubernetes-preserve-unknown-fields: true',
  },
  {
    name: "documented elements",
    spec: "properties:\n  names:\n    items:\n      description: A name.\n      maxLength: 3\n      type: string\n    type: array\n  maps:\n    additionalProperties:\n      description: A list.\n      items:\n        type: string\n      type: array\n    type: object\ntype: object",
  },
  {
    // The API server reads them as floating-point numbers too, and accepts no value with such limits, so no default either.
    name: "limits and numbers beyond 64 bits",
    spec: "properties:\n  a:\n    maximum: 9223372036854775807\n    minimum: -9223372036854775808\n    type: integer\n  b:\n    default: 1e+300\n    type: number\ntype: object",
  },
  {
    name: "required names without a property",
    spec: "properties:\n  a:\n    properties:\n      x:\n        type: string\n    required:\n    - absent\n    type: object\n    x-kubernetes-preserve-unknown-fields: true\n  b:\n    items:\n      properties:\n        x:\n          type: string\n      required:\n      - absent\n      - x\n      type: object\n    type: array\nrequired:\n- absent\ntype: object",
  },
  {
    name: "rules",
    spec: 'properties:\n  a:\n    type: string\n    x-kubernetes-validations:\n    - message: it never changes\n      rule: self == oldSelf\n    - rule: self != "*/"\ntype: object',
  },
])("$name come back", ({ spec }) => {
  const trip = roundTrip(crd({ spec }), { file: "foo.yaml", root });
  expect(trip.outcome === "imported" ? trip.deepEqual : trip.diagnostics.map(formatDiagnostic)).toBe(true);
});

test.each([
  ["an enum in allOf", '"a" | "b" | null', "allOf:\n    - enum:\n      - a\n      - b\n"],
  ["an enum, which rejects null", '"a" | "b"', "enum:\n    - a\n    - b\n"],
])("a nullable field with %s comes back", (_, type, values) => {
  const spec = `properties:\n  a:\n    ${values}    nullable: true\n    type: string\ntype: object`;
  const trip = roundTrip(crd({ spec }), { file: "foo.yaml", root });
  expect(trip.outcome === "imported" ? trip.deepEqual : trip.diagnostics.map(formatDiagnostic)).toBe(true);
  const [file] = importCrd(crd({ spec }), { file: "foo.yaml" }).files;
  expect(file?.content).toContain(`  a?: ${type};`);
});

test("required names of the root without a property come back", () => {
  const text = crd({ spec: "type: object", root: "        required:\n        - absent\n        - spec\n" });
  const trip = roundTrip(text, { file: "foo.yaml", root });
  expect(trip.outcome === "imported" ? trip.deepEqual : trip.diagnostics.map(formatDiagnostic)).toBe(true);
});

test.each(["constructor", "__proto__", "toString"])("a format called %s is one that no type has", (format) => {
  const spec = `properties:\n  a:\n    format: ${format}\n    type: string\ntype: object`;
  const trip = roundTrip(crd({ spec }), { file: "foo.yaml", root });
  expect(trip.outcome === "imported" ? trip.deepEqual : trip.diagnostics.map(formatDiagnostic)).toBe(true);
});

test("defaults of all CRDs of a file are matched with their patterns within one budget", () => {
  const withDefault = (value: string): string =>
    crd({
      spec: `properties:\n  a:\n    default: ${value}\n    pattern: ^(a?){1000}$|^a+[bcd]$\n    type: string\ntype: object`,
    });
  const text = ["b", "c", "d"].map((end) => withDefault(`${"a".repeat(1700)}${end}`)).join("");
  const { files, diagnostics } = importCrd(text, { file: "foo.yaml" });
  expect(diagnostics.map(({ code, position }) => [code, position?.line])).toEqual([["crd/default-unchecked", 138]]);
  expect(files.length).toBe(3);
});

test("escape sequences of a foreign document are shown, not passed on", () => {
  const text = 'apiVersion: v1\nkind: "\\e]0;owned\\a"\n';
  expect(importCrd(text, { file: "foo.yaml" }).diagnostics.map(formatDiagnostic)).toEqual([
    "foo.yaml:1:1 error crd/import-kind: \\u001b]0;owned\\u0007 of v1 cannot be imported: it is not an apiextensions.k8s.io/v1 CustomResourceDefinition\n  help: pass the file of a CRD in version v1",
  ]);
});

test("as many warnings as a file has room for are returned", () => {
  const fields = Array.from({ length: 125_000 }, (_, i) => `"a${i}":1`).join(",");
  const text = emitYaml({ ...crdOfKind("Foo"), metadata: undefined }).concat(
    `metadata: {name: foos.test.capstan.dev, ${fields}}\n`,
  );
  const { diagnostics } = importCrd(text, { file: "foo.yaml" });
  expect(diagnostics.map(({ code }) => code).filter((code) => code !== "crd/import-left-out")).toEqual([]);
  expect(diagnostics.length).toBe(125_000);
});

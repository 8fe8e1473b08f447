// CRDs broken in one way each, with the API server's words.
import { applyMergePatch, formatDiagnostic } from "@capstan/kube";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { checkCrd, crdFieldErrors } from "./check-crd.ts";
import { crdRules } from "./crd-rules.ts";
import { definition } from "../../../test/definition.ts";

/** The findings about one property `f`, without the path up to it. */
function aboutField(field: unknown): string[] {
  const found = checkCrd(definition({ properties: { f: field as JSONSchema } }));
  const prefix = "spec.versions[0].schema.openAPIV3Schema.properties[f]";
  return found.map(
    ({ code, message, path }) => `${code} ${path?.replaceAll(prefix, "f")}: ${message.replaceAll(prefix, "f")}`,
  );
}

describe("checkCrd", () => {
  test("accepts a right definition", () => expect(checkCrd(definition())).toEqual([]));

  const definitions: { name: string; patch: unknown; want: string[] }[] = [
    {
      name: "name",
      patch: { metadata: { name: "foo.example.com" } },
      want: ['crd/name metadata.name: Invalid value: "foo.example.com": must be spec.names.plural+"."+spec.group'],
    },
    {
      name: "group without a dot",
      patch: { metadata: { name: "foos.example" }, spec: { group: "example" } },
      want: ['crd/group spec.group: Invalid value: "example": should be a domain with at least one dot'],
    },
    {
      name: "community group",
      patch: { metadata: { name: "foos.a.k8s.io" }, spec: { group: "a.k8s.io" } },
      want: [
        'crd/approval metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    },
    {
      name: "Cluster API's own groups",
      patch: { metadata: { name: "foos.cluster.x-k8s.io" }, spec: { group: "cluster.x-k8s.io" } },
      want: [],
    },
    {
      name: "scope",
      patch: { spec: { scope: "Global" } },
      want: ['crd/scope spec.scope: Unsupported value: "Global": supported values: "Cluster", "Namespaced"'],
    },
    {
      name: "kind and listKind",
      patch: { spec: { names: { listKind: "Foo" } } },
      want: ['crd/names spec.names.listKind: Invalid value: "Foo": kind and listKind may not be the same'],
    },
    {
      name: "versions",
      patch: {
        spec: {
          versions: [
            { name: "v1", served: false, storage: true },
            { name: "v1", served: false, storage: true },
          ],
        },
      },
      want: [
        'crd/version-name spec.versions: Invalid value: ["v1","v1"]: must contain unique version names',
        'crd/storage-version spec.versions: Invalid value: ["v1","v1"]: must have exactly one version marked as storage version',
        'crd/served-version spec.versions: Invalid value: ["v1","v1"]: must have at least one version marked as served',
        "crd/schema-missing spec.versions[0].schema.openAPIV3Schema: Required value",
        "crd/schema-missing spec.versions[1].schema.openAPIV3Schema: Required value",
      ],
    },
    {
      name: "conversion",
      patch: { spec: { conversion: { strategy: "Webhook" } } },
      want: [
        "crd/conversion spec.conversion.webhook.clientConfig: Required value: required when strategy is set to Webhook",
        "crd/conversion spec.conversion.webhook.conversionReviewVersions: Required value",
      ],
    },
    {
      name: "wrong JSON types",
      patch: { spec: { versions: "v1", group: null } },
      want: [
        'crd/shape spec.versions: Invalid value: "string": spec.versions in body must be of type array: "string"',
        "crd/shape spec.group: Required value",
      ],
    },
    {
      name: "no definition at all",
      patch: "text",
      want: ['crd/shape : Invalid value: "string":  in body must be of type object: "string"'],
    },
  ];
  test.each(definitions)("checks $name", ({ patch, want }) => {
    const found = checkCrd(applyMergePatch(definition(), patch));
    expect(found.map(({ code, path, message }) => `${code} ${path}: ${message}`)).toEqual(want);
  });

  const fields: { name: string; given: unknown; want: string[] }[] = [
    {
      name: "type",
      given: {},
      want: ["crd/type f.type: Required value: must not be empty for specified object fields"],
    },
    {
      name: "unknown type",
      given: { type: "int" },
      want: [
        'crd/type f.type: Unsupported value: "int": supported values: "array", "boolean", "integer", "number", "object", "string"',
      ],
    },
    { name: "items", given: { type: "array" }, want: ["crd/items f.items: Required value: must be specified"] },
    {
      name: "forbidden keyword",
      given: { type: "object", $ref: "#" },
      want: ["crd/keyword f.$ref: Forbidden: $ref is not supported"],
    },
    {
      name: "misspelled keyword",
      given: { type: "string", minLenght: 1 },
      want: [
        'crd/unknown-keyword f.minLenght: the schema keyword "minLenght" does not exist and is ignored; did you mean "minLength"?',
      ],
    },
    {
      name: "wrong keyword type",
      given: { type: "string", minLength: "1" },
      want: ['crd/shape f.minLength: Invalid value: "string": f.minLength in body must be of type integer: "string"'],
    },
    {
      name: "type in a junctor",
      given: { type: "string", anyOf: [{ type: "string" }] },
      want: ["crd/junctor f.anyOf[0].type: Forbidden: must be empty to be structural"],
    },
    {
      name: "int-or-string in its written form",
      given: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }], pattern: "^x" },
      want: [],
    },
    {
      name: "properties beside additionalProperties",
      given: { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "string" } },
      want: ["crd/keyword f.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive"],
    },
    {
      name: "list map keys",
      given: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["a", "b"],
        items: { type: "object", properties: { a: { type: "string" } } },
      },
      want: [
        "crd/list-map-keys f.items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
        'crd/list-map-keys f.x-kubernetes-list-map-keys: Invalid value: ["a","b"]: entries must all be names of item properties',
      ],
    },
    {
      name: "set of granular objects",
      given: { type: "array", "x-kubernetes-list-type": "set", items: { type: "object" } },
      want: [
        "crd/list-type f.items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set",
      ],
    },
    {
      name: "default of unknown fields",
      given: { type: "object", default: { x: 1 } },
      want: ['crd/default-invalid f.default: Invalid value: {"x":1}: must not have unknown fields'],
    },
    {
      name: "default of a wrong type",
      given: { type: "string", default: 1 },
      want: [
        'crd/default-invalid f.default: Invalid value: "integer": f.default in body must be of type string: "integer"',
      ],
    },
    {
      name: "default that is too long for its pattern",
      given: { type: "string", pattern: "(a?a?a?a?){250}$|x", default: "a".repeat(200_000) },
      want: ["crd/default-unchecked f.default: the default was not checked: it and its schema are too large together"],
    },
    {
      name: "default that is too long for a pattern it must not match",
      given: { type: "string", not: { pattern: "(a?a?a?a?){250}$|x" }, default: "a".repeat(200_000) },
      want: ["crd/default-unchecked f.default: the default was not checked: it and its schema are too large together"],
    },
    {
      name: "unknown format",
      given: { type: "string", format: "semver" },
      want: ['crd/format f.format: the format "semver" is unknown and has no effect'],
    },
    {
      name: "optionalOldSelf without oldSelf",
      given: {
        type: "string",
        "x-kubernetes-validations": [
          { rule: "self != 'a'", optionalOldSelf: true },
          { rule: "self == oldSelf.value()", optionalOldSelf: true },
        ],
      },
      want: [
        "crd/rule f.x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule",
      ],
    },
    {
      name: "blank rule",
      given: { type: "string", "x-kubernetes-validations": [{ rule: " ", message: "a\nb" }] },
      want: [
        "crd/rule f.x-kubernetes-validations[0].rule: Required value: rule is not specified",
        'crd/rule f.x-kubernetes-validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
      ],
    },
    {
      name: "embedded resource",
      given: { type: "object", "x-kubernetes-embedded-resource": true },
      want: [
        "crd/embedded-resource f.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
      ],
    },
  ];
  test.each(fields)("checks a field's $name", ({ given, want }) => expect(aboutField(given)).toEqual(want));

  test("checks patterns by Go's rules", () => {
    expect(aboutField({ type: "string", pattern: "^(?=a)" })).toEqual([
      'crd/pattern f.pattern: Invalid value: "^(?=a)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
    ]);
  });

  test("has code, position and help", () => {
    const [found] = checkCrd(definition({ properties: { f: { type: "array" } } }), {
      positionOf: () => ({ file: "foo.yaml", line: 7, column: 3 }),
    });
    expect(found && formatDiagnostic(found)).toBe(
      "foo.yaml:7:3 error crd/items: Required value: must be specified (at spec.versions[0].schema.openAPIV3Schema.properties[f].items)\n  help: set items to the schema of the list's items",
    );
  });

  test("wants the same selectable fields in versions of one schema", () => {
    const [version] = definition({ properties: { f: { type: "string" } } }).spec.versions;
    const versions = [
      { ...version, selectableFields: [{ jsonPath: ".f" }] },
      { ...version, name: "v2", storage: false },
    ];
    const found = checkCrd(applyMergePatch(definition(), { spec: { versions } }));
    expect(found.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'spec.versions[0].selectableFields: Invalid value: "": must be the same in all versions when these have the same schema',
    ]);
  });

  test("keeps root keywords that the status subresource would lose", () => {
    const crd = definition({ oneOf: [] });
    const [version] = crd.spec.versions;
    if (version !== undefined) version.subresources = { status: {} };
    expect(checkCrd(crd).map(({ code }) => code)).toEqual(["crd/status-root"]);
  });
});

describe("crdFieldErrors", () => {
  test("rejects a change of where objects are stored", () => {
    const old: CustomResourceDefinition = {
      ...definition(),
      status: { storedVersions: ["v1alpha1"], conditions: [{ type: "Established", status: "True" }] },
    };
    const next = applyMergePatch(definition(), { spec: { scope: "Cluster" } });
    expect(crdFieldErrors(next, old).map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'spec.scope: Invalid value: "Cluster": field is immutable',
      'status.storedVersions[0]: Invalid value: "v1alpha1": missing from spec.versions; v1alpha1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1alpha1 and removes v1alpha1 from status.storedVersions',
    ]);
  });

  test("rejects a definition without an old one", () => {
    expect(crdFieldErrors(definition())).toEqual([]);
    expect(crdFieldErrors("text").map(({ field }) => field)).toEqual([""]);
    expect(crdFieldErrors(applyMergePatch(definition(), { spec: { scope: "" } })).map(({ field }) => field)).toEqual([
      "spec.scope",
    ]);
  });

  const changed = {
    metadata: { name: "bars.b.io" },
    spec: { group: "b.io", scope: "Cluster", names: { plural: "bars", kind: "Bar" } },
  };
  const established = { type: "Established", status: "True" };
  test.each([
    { name: "before it is established", conditions: undefined, fixed: ["spec.group", "spec.names.plural"] },
    {
      name: "that is not established",
      conditions: [{ ...established, status: "False" }],
      fixed: ["spec.group", "spec.names.plural"],
    },
    {
      name: "with another condition",
      conditions: [{ ...established, type: "NamesAccepted" }],
      fixed: ["spec.group", "spec.names.plural"],
    },
    {
      name: "that is established",
      conditions: [{ ...established, type: "NamesAccepted" }, established],
      fixed: ["spec.group", "spec.names.plural", "spec.scope", "spec.names.kind"],
    },
  ])("fixes fields of a definition $name", ({ conditions, fixed }) => {
    const old: CustomResourceDefinition = {
      ...definition(),
      status: { storedVersions: ["v1"], ...(conditions === undefined ? {} : { conditions }) },
    };
    expect(crdFieldErrors(applyMergePatch(definition(), changed), old).map(({ field }) => field)).toEqual(fixed);
    expect(crdFieldErrors(definition(), old)).toEqual([]);
  });

  test("does not compare a wrong definition with the old one", () => {
    const next = applyMergePatch(definition(), { metadata: { name: "x" }, spec: { names: { plural: "bars" } } });
    expect(crdFieldErrors(next, definition()).map(({ field }) => field)).toEqual(["metadata.name"]);
  });
});

test("every rule has a page", () => {
  const short = Object.entries(crdRules).filter(
    ([, { help = "", explain }]) => help.length < 15 || explain.length < 30,
  );
  expect(short).toEqual([]);
});

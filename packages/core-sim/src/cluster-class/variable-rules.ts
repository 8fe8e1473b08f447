// What Cluster API's webhook checks of the variables of a ClusterClass: their names, labels and schemas. What is not checked: rules in CEL, examples, and what enums have.
import type { ClusterClass, ClusterClassVariable } from "@capstan/api/core/v1beta2";
import { crdFieldErrors } from "@capstan/schema/structural";
import { isJsonObject } from "@capstan/kube";
import { invalidField, requiredField } from "./field-problems.ts";
import { metadataProblems } from "./label-rules.ts";

/** All variables. */
export function classVariableProblems({ variables = [] }: ClusterClass["spec"]): readonly string[] {
  const names = variables.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  return [
    ...repeated.map((name) =>
      invalidField(
        `spec.variables[${name}].name`,
        name,
        `variable name must be unique. Variable with name ${JSON.stringify(name)} is defined more than once`,
      ),
    ),
    ...variables.flatMap((variable) => problemsOf(`spec.variables[${variable.name}]`, variable)),
  ];
}

function problemsOf(at: string, variable: ClusterClassVariable): readonly string[] {
  const { name, deprecatedV1Beta1Metadata, schema } = variable;
  return [
    ...(name === "" ? [requiredField(`${at}.name`, "variable name must be defined")] : []),
    ...(name === "builtin" ? [invalidField(`${at}.name`, name, '"builtin" is a reserved variable name')] : []),
    ...(name.includes(".") ? [invalidField(`${at}.name`, name, 'variable name cannot contain "."')] : []),
    ...metadataProblems(`${at}.deprecatedV1Beta1Metadata`, deprecatedV1Beta1Metadata),
    ...schemaProblems(`${at}.schema.openAPIV3Schema`, schema.openAPIV3Schema),
  ];
}

type VariableSchema = ClusterClassVariable["schema"]["openAPIV3Schema"];

/** Where the schema of a variable is in the definition of a kind with which it is checked. */
const inDefinition = "spec.versions[0].schema.openAPIV3Schema.properties[variable]";

function schemaProblems(at: string, schema: VariableSchema): readonly string[] {
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.dev" },
    spec: {
      group: "example.dev",
      names: { kind: "Foo", plural: "foos" },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { variable: checkedPart(schema) } } },
        },
      ],
    },
  };
  return crdFieldErrors(definition).flatMap(({ field, message }) =>
    field.startsWith(inDefinition)
      ? [`${at}${field.slice(inDefinition.length)}: ${withoutDefault(field, message)}`]
      : [],
  );
}

/** Messages about a default name its own fields alone. */
function withoutDefault(field: string, message: string): string {
  const [before] = /^.*?\.default(?=\.|\[|$)/.exec(field) ?? [];
  return before === undefined ? message : message.replaceAll(`${before}.`, "").replaceAll(before, "");
}

/** The keywords that core checks as they are. */
const plainKeywords: readonly string[] = [
  "type format pattern required maxLength minLength maximum minimum exclusiveMaximum exclusiveMinimum",
  "maxItems minItems maxProperties minProperties x-kubernetes-int-or-string",
].flatMap((names) => names.split(" "));

/** The part of a schema that core checks, as it copies it: everything else may be wrong. Rules in CEL and `uniqueItems` are left out, too. */
function checkedPart(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  const { properties, enum: values, default: value } = schema;
  const all = (given: unknown): unknown => (Array.isArray(given) ? given.map(checkedPart) : given);
  const copied = {
    ...Object.fromEntries(plainKeywords.map((name) => [name, schema[name]])),
    ...Object.fromEntries(["items", "additionalProperties", "not"].map((name) => [name, checkedPart(schema[name])])),
    ...Object.fromEntries(["allOf", "anyOf", "oneOf"].map((name) => [name, all(schema[name])])),
    properties: isJsonObject(properties)
      ? Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, checkedPart(each)]))
      : properties,
    enum: Array.isArray(values) ? values.filter((each) => each !== null) : values,
    default: value,
    "x-kubernetes-preserve-unknown-fields": schema["x-kubernetes-preserve-unknown-fields"] === true ? true : undefined,
  };
  // What is null is nothing for core.
  return Object.fromEntries(Object.entries(copied).filter(([, each]) => each !== undefined && each !== null));
}

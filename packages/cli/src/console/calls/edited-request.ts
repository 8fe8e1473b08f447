// A request that somebody edits in the console: read, and checked against the schema of its hook and against the schemas of the variables.
import type { HookEntry } from "@capstan/api/codegen/v1";
import { hookSchema } from "@capstan/extension-kit/caller";
import { isJsonObject, type JsonPath } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema } from "@capstan/schema/structural";
import { type EditedDocument, error, readEdited, schemaProblems } from "../edited-yaml.ts";
import type { YamlProblem } from "../wire.ts";
import type { DeclaredVariable } from "./variable-fields.ts";

/** The request, if it is one, and what is wrong with it. */
export interface EditedRequest {
  readonly request: Readonly<Record<string, unknown>> | undefined;
  readonly problems: readonly YamlProblem[];
}

/** Reads and checks it. */
export function editedRequest(yaml: string, hook: HookEntry, variables: readonly DeclaredVariable[]): EditedRequest {
  const { documents, problems } = readEdited(yaml);
  const [document, ...others] = documents;
  if (document === undefined || others.length > 0 || !isJsonObject(document.value)) {
    const none = error(`this is not one ${hook.requestKind}`, "write one object");
    return { request: undefined, problems: problems.length > 0 ? problems : [{ ...none, line: 0, column: 0 }] };
  }
  const schema = hookSchema(hook, "request");
  const all = schema === undefined ? [] : schemaProblems(schema, document.value, hook.requestKind);
  const wrong = all.filter(({ path }) => schema === undefined || !isFree(schema.schema, path.slice(0, -1)));
  return {
    request: document.value,
    problems: [
      ...problems,
      ...wrong.map(({ path, ...problem }) => document.problemAt(path, problem)),
      ...variableProblems(document, document.value["variables"], variables),
    ],
  };
}

/** Cluster API sends no such values: the handler may be called with them all the same. */
function variableProblems(
  { problemAt }: EditedDocument,
  given: unknown,
  variables: readonly DeclaredVariable[],
): readonly YamlProblem[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const help = "Cluster API rejects the Cluster before it calls";
  return list.flatMap((each, index) => {
    const declared = isJsonObject(each) ? variables.find(({ name }) => name === each["name"]) : undefined;
    if (declared === undefined || !isJsonObject(each)) return [];
    const found = schemaProblems(compileSchema(declared.schema), each["value"], `the variable ${declared.name}`);
    return found.map(({ path, message }) =>
      problemAt(["variables", index, "value", ...path], {
        severity: "warning",
        message: `${declared.name}: ${message}`,
        help,
      }),
    );
  });
}

/** Whether an object may have any fields. In a document of OpenAPI, one that declares none may: the templates of a request are such objects. */
function isFree(schema: JSONSchema, path: JsonPath): boolean {
  let node: JSONSchema | undefined = schema;
  for (const step of path) {
    if (node !== undefined && declaresNone(node)) return true;
    node = typeof step === "number" ? node?.items : memberOf(node, step);
  }
  return node !== undefined && declaresNone(node);
}

function declaresNone({ type, properties, additionalProperties }: JSONSchema): boolean {
  return (type === "object" || type === undefined) && properties === undefined && additionalProperties === undefined;
}

function memberOf(node: JSONSchema | undefined, name: string): JSONSchema | undefined {
  const { properties = {}, additionalProperties } = node ?? {};
  if (Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

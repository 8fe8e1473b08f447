// The hooks of a foreign document: paths and their operations as options of `defineHook`. Whatever Cluster API would not call is rejected.
import { isFileName } from "@capstan/generator-model/writing";
import { excerpt, isJsonObject, type JsonPath } from "@capstan/kube";
import { rejectAt, type Findings } from "./diagnostics.ts";
import { componentOf, type UncheckedSchema } from "./schema-components.ts";

/** A hook as its path and operation describe it. */
export interface ForeignHook {
  readonly group: string;
  readonly version: string;
  readonly name: string;
  readonly singleton: boolean;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly request: BodySchema;
  readonly response: BodySchema;
  readonly path: JsonPath;
}

/** The schema of a request or response, and its path. */
export interface BodySchema {
  readonly schema: UncheckedSchema;
  readonly path: JsonPath;
}

const hookPath = /^\/([a-z0-9][-a-z0-9.]*)\/(v[0-9]+(?:(?:alpha|beta)[0-9]+)?)\/([a-z][a-z0-9]*)(\/\{[^/{}]+\})?$/;

/** Every hook of the document, in the order of its paths. */
export function readHooks(findings: Findings, document: UncheckedSchema): ForeignHook[] {
  const { paths } = document;
  if (!isJsonObject(paths) || Object.keys(paths).length === 0) {
    rejectAt(findings, "openapi/import-no-hooks", { path: paths === undefined ? [] : ["paths"] });
    return [];
  }
  const hooks = Object.entries(paths).flatMap(([path, item]) => readPath(findings, { document, path, item }) ?? []);
  reportTwice(findings, hooks);
  reportSameFile(findings, hooks);
  return hooks;
}

interface PathItem {
  readonly document: UncheckedSchema;
  readonly path: string;
  readonly item: unknown;
}

/** Keywords beside the operation that do not change the call. */
const beside = new Set(["post", "summary", "description", "parameters", "servers"]);

function readPath(findings: Findings, { document, path, item }: PathItem): ForeignHook | undefined {
  const at: JsonPath = ["paths", path];
  const [, group = "", version = "", lower, parameter] = hookPath.exec(path) ?? [];
  if (lower === undefined) {
    const values = { path, form: "/<group>/<version>/<hook in lower case>/{name}" };
    return rejectAt(findings, "openapi/import-path", { path: at, values });
  }
  const unusable = [hookFileName(group), version].find((name) => !isFileName(name));
  if (unusable !== undefined) {
    const values = {
      name: excerpt(unusable),
      problem: "cannot be the name of a file: some systems reserve it, or it is too long",
    };
    return rejectAt(findings, "openapi/import-file", { path: at, values });
  }
  if (!isJsonObject(item)) return wrongForm(findings, at, { what: `the path "${path}"`, wanted: "an object" });
  if (typeof item["$ref"] === "string") return outside(findings, at, item["$ref"]);
  const other = Object.keys(item).find((key) => !beside.has(key) && !key.startsWith("x-"));
  const { post } = item;
  if (other !== undefined || !isJsonObject(post)) {
    const found = other === undefined ? "no post operation" : `\`${other}\``;
    return rejectAt(findings, "openapi/import-operation", { path: at, values: { path, found } });
  }
  const operation: Operation = { document, post, path: [...at, "post"], lower };
  const bodies = { request: requestOf(findings, operation), response: responseOf(findings, operation) };
  if (bodies.request === undefined || bodies.response === undefined) return undefined;
  const name = nameOf(operation, bodies.request, bodies.response);
  if (name === undefined)
    return rejectAt(findings, "openapi/import-name", { path: operation.path, values: { name: lower } });
  const switches = { singleton: parameter === undefined, deprecated: post["deprecated"] === true };
  const { request, response } = bodies;
  return { group, version, name, ...switches, ...textsOf(post, name), request, response, path: at };
}

interface Operation {
  readonly document: UncheckedSchema;
  readonly post: UncheckedSchema;
  readonly path: JsonPath;
  /** The name of the hook in lower case, as in the path. */
  readonly lower: string;
}

function wrongForm(findings: Findings, path: JsonPath, values: { what: string; wanted: string }): undefined {
  rejectAt(findings, "openapi/import-document", { path, values: { found: "something else", ...values } });
}

/** Paths must be written out: references of paths are not followed. */
function outside(findings: Findings, path: JsonPath, reference: string): undefined {
  const values = { reference, problem: "is for a whole path, and paths must be written out" };
  rejectAt(findings, "openapi/import-reference", { path, values });
}

/** Summary and description replace each other where one is missing. */
function textsOf(post: UncheckedSchema, name: string): Pick<ForeignHook, "summary" | "description" | "tags"> {
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  const [summary, description] = [text(post["summary"]), text(post["description"])];
  const tags = Array.isArray(post["tags"]) ? post["tags"].filter((tag) => typeof tag === "string") : [];
  const fallback = summary ?? description?.split("\n")[0] ?? `The hook ${name}`;
  return { summary: summary ?? fallback, description: description ?? fallback, tags };
}

function requestOf(findings: Findings, { document, post, path, lower }: Operation): BodySchema | undefined {
  const body = followed(document, { schema: post["requestBody"], path: [...path, "requestBody"] });
  return bodyOf(findings, body, { name: lower, side: "request", path });
}

function responseOf(findings: Findings, { document, post, path, lower }: Operation): BodySchema | undefined {
  const responses = isJsonObject(post["responses"]) ? post["responses"] : {};
  const body = followed(document, { schema: responses["200"], path: [...path, "responses", "200"] });
  return bodyOf(findings, body, { name: lower, side: "response", path });
}

interface Unfollowed {
  readonly schema: unknown;
  readonly path: JsonPath;
}

/** A request body or response that is kept among the components is read from there. */
function followed(document: UncheckedSchema, { schema, path }: Unfollowed): Unfollowed {
  const reference = isJsonObject(schema) ? schema["$ref"] : undefined;
  const [, kind = "", name = ""] =
    (typeof reference === "string" ? /^#\/components\/(requestBodies|responses)\/([^/]+)$/.exec(reference) : null) ??
    [];
  const components = isJsonObject(document["components"]) ? document["components"] : {};
  const group = components[kind];
  const target = isJsonObject(group) && Object.hasOwn(group, name) ? group[name] : undefined;
  return target === undefined ? { schema, path } : { schema: target, path: ["components", kind, name] };
}

interface Body {
  readonly name: string;
  readonly side: "request" | "response";
  readonly path: JsonPath;
}

function bodyOf(findings: Findings, body: Unfollowed, values: Body): BodySchema | undefined {
  const content = isJsonObject(body.schema) ? body.schema["content"] : undefined;
  const json = isJsonObject(content) ? content["application/json"] : undefined;
  const schema = isJsonObject(json) ? json["schema"] : undefined;
  if (isJsonObject(schema)) return { schema, path: [...body.path, "content", "application/json", "schema"] };
  const { name, side, path } = values;
  const reference = isJsonObject(body.schema) ? body.schema["$ref"] : undefined;
  if (typeof reference === "string") {
    const problem = reference.startsWith("#") ? `names no ${side} of this document` : "is outside this document";
    rejectAt(findings, "openapi/import-reference", { path: body.path, values: { reference, problem } });
  } else rejectAt(findings, "openapi/import-body", { path, values: { name, side } });
  return undefined;
}

/** The name with its upper and lower case: from the request's schema, the response's, or the end of the operationId. */
function nameOf({ post, lower }: Operation, request: BodySchema, response: BodySchema): string | undefined {
  const operationId = typeof post["operationId"] === "string" ? post["operationId"] : "";
  const candidates = [
    schemaName(request)?.replace(/Request$/, ""),
    schemaName(response)?.replace(/Response$/, ""),
    operationId.slice(-lower.length),
  ];
  return candidates.find((name) => name?.toLowerCase() === lower && /^[A-Z][A-Za-z0-9]*$/.test(name));
}

function schemaName({ schema }: BodySchema): string | undefined {
  const reference = typeof schema["$ref"] === "string" ? schema["$ref"] : undefined;
  return reference === undefined ? undefined : componentOf(reference)?.split(".").at(-1);
}

/** Two groups whose files have one name: the file of one would replace that of the other. */
function reportSameFile(findings: Findings, hooks: readonly ForeignHook[]): void {
  const groups = new Map<string, string>();
  for (const { group, version, path } of hooks) {
    const file = `${version}/${hookFileName(group)}`;
    const first = groups.get(file) ?? group;
    groups.set(file, first);
    if (first === group) continue;
    const values = {
      name: hookFileName(group),
      problem: `is the name of the file of the group ${group}, and of ${first}`,
    };
    rejectAt(findings, "openapi/import-file", { path, values });
  }
}

function reportTwice(findings: Findings, hooks: readonly ForeignHook[]): void {
  const seen = new Map<string, ForeignHook>();
  for (const hook of hooks) {
    const { name, version, path } = hook;
    const key = `${version}/${name.toLowerCase()}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, hook);
    else {
      const values = { name, version, first: String(before.path[1]), second: String(path[1]) };
      rejectAt(findings, "openapi/import-duplicate-hook", { path, values });
    }
  }
}

/** The name of a file for the hooks of a group: `hooks.runtime.cluster.x-k8s.io` is `hooks-runtime-cluster`. */
export function hookFileName(group: string): string {
  return group.replace(/\.x-k8s\.io$/, "").replaceAll(".", "-");
}

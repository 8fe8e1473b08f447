// What a request without knowledge of kinds writes, as far as its path, its body and its answer say so: the typed API classes of @kubernetes/client-node send such requests.
import type { PatchRequest, RawRequest, RawResponse } from "@capstan/client";
import { isJsonObject, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { WriteTrace } from "@capstan/kube/trace";
import { sentWrite, type SentWrite } from "./own-change.ts";
import { safely } from "./reconcile-errors.ts";

/** A request that writes. */
export interface RawWrite {
  /** Its kind is empty: a path has the plural only. */
  readonly resource: Resource;
  readonly verb: WriteTrace["verb"];
  /** Of an object that the server names, and of all objects, the name is empty. */
  readonly target: ObjectKey;
  readonly subresource: string | undefined;
  /** Whether nothing is stored. */
  readonly dryRun: boolean;
  readonly write: SentWrite;
  /** What the server returned for it, without a version when it was deleted. */
  readonly written: (answer: RawResponse) => readonly KubeObject[];
}

/** What a request writes; undefined when it reads, or has a path that is not that of a kind, or one that leads to another server. */
export function rawWriteOf(request: RawRequest): RawWrite | undefined {
  return safely(() => readWrite(request), undefined);
}

function readWrite(request: RawRequest): RawWrite | undefined {
  const { method, path, body, contentType } = request;
  const place = method === "GET" ? undefined : placeOf(path);
  if (method === "GET" || place === undefined) return undefined;
  const { resource, namespace, name, subresource } = place;
  const target = { namespace, name: name ?? nameIn(body) };
  const sent = { resource, target, subresource, dryRun: isDryRun(request) };
  if (method === "DELETE") {
    const key = name === undefined ? undefined : target;
    return { ...sent, verb: "delete", write: {}, written: (answer) => deletedBy(answer, resource, key) };
  }
  const media = mediaType(contentType);
  const type = method === "PATCH" ? patchTypes.get(media) : updates.get(method);
  const write = type === undefined ? {} : sentWrite({ type, body }, subresource);
  return { ...sent, verb: media === applied ? "apply" : verbs[method], write, written: storedBy };
}

/** A server takes the options of a DELETE from its body, and from the query only when there is none. */
function isDryRun({ method, query, body }: RawRequest): boolean {
  const options = method === "DELETE" && body !== undefined ? body : query;
  const dryRun = isJsonObject(options) ? options["dryRun"] : undefined;
  return Array.isArray(dryRun) ? dryRun.length > 0 : (dryRun ?? "") !== "";
}

const verbs = { POST: "create", PUT: "update", PATCH: "patch" } as const;

/** The name of an object that is created. */
function nameIn(body: unknown): string {
  const metadata = isJsonObject(body) ? body["metadata"] : undefined;
  const name = isJsonObject(metadata) ? metadata["name"] : undefined;
  return typeof name === "string" ? name : "";
}

const updates: ReadonlyMap<string, "update"> = new Map([["PUT", "update"]]);

const applied = "application/apply-patch+yaml";

/** All that a strategic merge sets is in it, as with an apply, and nothing of what it removes. */
const patchTypes: ReadonlyMap<string, PatchRequest["type"]> = new Map<string, PatchRequest["type"]>([
  ["application/merge-patch+json", "merge"],
  ["application/json-patch+json", "json"],
  [applied, "apply"],
  ["application/strategic-merge-patch+json", "apply"],
]);

function mediaType(contentType: string = ""): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

/** The objects that a path is about. */
interface Place {
  readonly resource: Resource;
  /** Empty for objects without one. */
  readonly namespace: string;
  /** Undefined for all objects of a kind, and for one that is created. */
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

function placeOf(path: string): Place | undefined {
  const [root, ...parts] = path.split("/").slice(1).map(decodeURIComponent);
  const group = root === "apis" ? parts.shift() : "";
  const version = parts.shift();
  if ((root !== "api" && root !== "apis") || group === undefined || version === undefined) return undefined;
  const isInNamespace = parts[0] === "namespaces" && parts.length > 2 && !ofNamespaces.has(parts[2] ?? "");
  const namespace = isInNamespace ? (parts[1] ?? "") : "";
  const [plural, name, subresource, ...more] = isInNamespace ? parts.slice(2) : parts;
  if (plural === undefined || subresource === proxy || more.length > 0) return undefined;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const scope = isInNamespace ? "Namespaced" : "Cluster";
  return { resource: { apiVersion, group, version, kind: "", plural, scope }, namespace, name, subresource };
}

/** What is behind it is sent to another server. */
const proxy = "proxy";

/** The subresources of a namespace, where the paths of other namespaces have a plural. */
const ofNamespaces: ReadonlySet<string> = new Set(["status", "finalize"]);

/** Answers of some subresources are no stored objects, and have no version. */
function storedBy(answer: RawResponse): readonly KubeObject[] {
  const object = safely(() => answer.json(), undefined);
  return isStored(object) ? [object] : [];
}

/** Whether an answer is an object as the server stores it. */
export function isStored(value: unknown): value is KubeObject {
  const metadata = isJsonObject(value) ? value["metadata"] : undefined;
  if (!isJsonObject(metadata)) return false;
  return ["name", "uid", "resourceVersion"].every((name) => typeof metadata[name] === "string");
}

/** A server answers with the object, or with a status that has its uid. */
function deletedBy(answer: RawResponse, { apiVersion, kind }: Resource, key?: ObjectKey): readonly KubeObject[] {
  const body = safely(() => answer.json(), undefined);
  const told = isJsonObject(body) ? (isStored(body) ? body.metadata : body["details"]) : undefined;
  const uid = isJsonObject(told) ? told["uid"] : undefined;
  return key === undefined || typeof uid !== "string" ? [] : [{ apiVersion, kind, metadata: { ...key, uid } }];
}

// What a request without knowledge of kinds writes, as far as its path, its body and its answer say so: the typed API classes of @kubernetes/client-node send such requests.
import type { PatchRequest, RawRequest, RawResponse } from "@capstan/client";
import { isJsonObject, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { sentWrite, type SentWrite } from "./own-change.ts";
import { safely } from "./reconcile-errors.ts";

/** A request that writes. */
export interface RawWrite {
  /** Its kind is empty: a path has the plural only. */
  readonly resource: Resource;
  readonly write: SentWrite;
  /** What the server returned for it, without a version when it was deleted. */
  readonly written: (answer: RawResponse) => readonly KubeObject[];
}

/** What a request writes; undefined when it reads, is a dry run, or has a path that is not that of a kind. */
export function rawWriteOf(request: RawRequest): RawWrite | undefined {
  return safely(() => readWrite(request), undefined);
}

function readWrite({ method, path, query, body, contentType }: RawRequest): RawWrite | undefined {
  const isDryRun = (query?.["dryRun"] ?? "") !== "";
  const place = method === "GET" || isDryRun ? undefined : placeOf(path);
  if (place === undefined) return undefined;
  const { resource, key, subresource } = place;
  if (method === "DELETE") return { resource, write: {}, written: (answer) => deletedBy(answer, resource, key) };
  const type = method === "PATCH" ? patchTypes.get(mediaType(contentType)) : updates.get(method);
  return { resource, write: type === undefined ? {} : sentWrite({ type, body }, subresource), written: storedBy };
}

const updates: ReadonlyMap<string, "update"> = new Map([["PUT", "update"]]);

/** All that a strategic merge sets is in it, as with an apply, and nothing of what it removes. */
const patchTypes: ReadonlyMap<string, PatchRequest["type"]> = new Map<string, PatchRequest["type"]>([
  ["application/merge-patch+json", "merge"],
  ["application/json-patch+json", "json"],
  ["application/apply-patch+yaml", "apply"],
  ["application/strategic-merge-patch+json", "apply"],
]);

function mediaType(contentType: string = ""): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

/** The objects that a path is about. */
interface Place {
  readonly resource: Resource;
  /** Undefined for all objects of a kind, and for one that is created. */
  readonly key: ObjectKey | undefined;
  readonly subresource: string | undefined;
}

function placeOf(path: string): Place | undefined {
  const [root, ...parts] = path.split("/").slice(1).map(decodeURIComponent);
  const group = root === "apis" ? parts.shift() : "";
  const version = parts.shift();
  if ((root !== "api" && root !== "apis") || group === undefined || version === undefined) return undefined;
  const isInNamespace = parts[0] === "namespaces" && parts.length > 2 && !ofNamespaces.has(parts[2] ?? "");
  const namespace = isInNamespace ? (parts[1] ?? "") : "";
  const [plural, name, subresource] = isInNamespace ? parts.slice(2) : parts;
  if (plural === undefined) return undefined;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const scope = isInNamespace ? "Namespaced" : "Cluster";
  const key = name === undefined ? undefined : { namespace, name };
  return { resource: { apiVersion, group, version, kind: "", plural, scope }, key, subresource };
}

/** The subresources of a namespace, where the paths of other namespaces have a plural. */
const ofNamespaces: ReadonlySet<string> = new Set(["status", "finalize"]);

/** Answers of some subresources are no stored objects, and have no version. */
function storedBy(answer: RawResponse): readonly KubeObject[] {
  const object = safely(() => answer.json(), undefined);
  return isStored(object) ? [object] : [];
}

function isStored(value: unknown): value is KubeObject {
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

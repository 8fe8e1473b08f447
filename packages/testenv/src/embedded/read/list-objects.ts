// Lists: filtered, paged, and assembled from the cached JSON of the objects. Later pages read the snapshot of the first page,
// so all pages together are one consistent list.
import { randomUUID } from "node:crypto";
import { isJsonObject } from "@capstan/kube";
import { forbidden, notSupported, rootPath } from "@capstan/schema/structural";
import { badRequest, expired, invalidOptions, tooLargeVersion } from "../api-status.ts";
import { apiVersionOf } from "../kinds/api-kind.ts";
import type { StoredObject } from "../store/collection.ts";
import { tableColumns, jsonOfAll, type View } from "../store/rendering.ts";
import { integerOf, parseResourceVersion } from "./list-options.ts";
import { parseSelection, type Selection } from "./selectors.ts";
import { tableText } from "./table.ts";
import type { ServerState } from "../server-state.ts";

/** How many unfinished lists are kept; older ones expire. */
const rememberedLists = 64;

interface Snapshot {
  readonly revision: number;
  readonly objects: readonly StoredObject[];
  readonly counted: boolean;
}

/** The snapshots of unfinished lists, for their later pages. */
export class ListPages {
  readonly #snapshots = new Map<string, Snapshot>();

  /** Expires all of them, as compaction does. */
  clear(): void {
    this.#snapshots.clear();
  }

  keep(snapshot: Snapshot, position: number, id: string = randomUUID()): string {
    this.#snapshots.set(id, snapshot);
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > rememberedLists && oldest !== undefined) this.#snapshots.delete(oldest);
    return Buffer.from(JSON.stringify({ id, position })).toString("base64url");
  }

  find(token: string): { readonly id: string; readonly snapshot: Snapshot; readonly position: number } {
    const { id, position } = decodeToken(token);
    const snapshot = this.#snapshots.get(id);
    if (snapshot === undefined)
      throw expired(
        "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results.",
      );
    return { id, snapshot, position };
  }
}

function decodeToken(token: string): { id: string; position: number } {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, "base64url").toString());
    if (isJsonObject(value) && typeof value["id"] === "string" && typeof value["position"] === "number")
      return { id: value["id"], position: value["position"] };
  } catch {
    // Not a token of this server: reported below.
  }
  throw badRequest("continue key is not valid: this server did not issue it");
}

/** A list request. */
export interface ListRequest {
  readonly view: View;
  readonly namespace: string;
  readonly query: URLSearchParams;
}

/** The JSON of a list. */
export async function listObjects(
  server: ServerState,
  pages: ListPages,
  { view, namespace, query }: ListRequest,
): Promise<string> {
  const token = query.get("continue") ?? "";
  const page =
    token === ""
      ? { snapshot: take(server, { view, namespace, query }), position: 0, id: undefined }
      : pages.find(token);
  const { snapshot, position, id } = page;
  const shown = snapshot.objects.slice(position, position + limitOf(query));
  const end = position + shown.length;
  const left = snapshot.objects.length - end;
  const metadata = {
    resourceVersion: String(snapshot.revision),
    ...(left > 0 ? { continue: pages.keep(snapshot, end, id) } : {}),
    ...(left > 0 && snapshot.counted ? { remainingItemCount: left } : {}),
  };
  return listText(view, metadata, await jsonOfAll(view, shown));
}

function listText(view: View, metadata: object, items: readonly string[]): string {
  const { kind, version, form } = view;
  if (form === "table") return tableText(tableColumns(view), metadata, items);
  const [listKind, apiVersion] =
    form === "metadata"
      ? ["PartialObjectMetadataList", "meta.k8s.io/v1"]
      : [kind.listKind, apiVersionOf(kind, version.name)];
  return `{"apiVersion":${JSON.stringify(apiVersion)},"kind":${JSON.stringify(listKind)},"metadata":${JSON.stringify(metadata)},"items":[${items.join(",")}]}`;
}

function take(server: ServerState, { view, namespace, query }: ListRequest): Snapshot {
  checkVersion(server, query);
  const selection = parseSelection(view, query);
  return {
    revision: server.store.revision,
    objects: select(server.store.collection(view.kind).list(namespace), selection),
    counted: selection.everything,
  };
}

function select(objects: StoredObject[], selection: Selection): StoredObject[] {
  return selection.everything ? objects : objects.filter(({ object }) => selection.matches(object));
}

function limitOf(query: URLSearchParams): number {
  const limit = integerOf(query, "limit");
  // Version 0 reads from the cache, which ignores limits.
  const cached = query.get("resourceVersion") === "0";
  return cached || limit <= 0 ? Number.POSITIVE_INFINITY : limit;
}

const matches = ["Exact", "NotOlderThan"];

/** Lists always return the current state, so only a later version and an exact older one are rejected. */
function checkVersion(server: ServerState, query: URLSearchParams): void {
  const version = parseResourceVersion(query.get("resourceVersion"));
  const match = query.get("resourceVersionMatch") ?? "";
  const at = rootPath.child("resourceVersionMatch");
  if (match !== "" && !matches.includes(match))
    throw invalidOptions("ListOptions", notSupported(at, match, [...matches, ""]));
  if (match !== "" && (query.get("resourceVersion") ?? "") === "")
    throw invalidOptions(
      "ListOptions",
      forbidden(at, "resourceVersionMatch is forbidden unless resourceVersion is provided"),
    );
  if (match === "Exact" && version === 0)
    throw invalidOptions(
      "ListOptions",
      forbidden(at, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
    );
  if (version > server.store.revision) throw tooLargeVersion(version, server.store.revision);
  if (match === "Exact" && version < server.store.revision)
    throw expired(
      `The resourceVersion for the provided list is too old: this server keeps no older states (${version}, current ${server.store.revision}).`,
    );
}

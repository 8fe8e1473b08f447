// Lists: the objects of a kind, filtered and paged, as one text made of the objects' own. A page after the first comes from
// the state the first one saw, so that pages together are one consistent list.
import { randomUUID } from "node:crypto";
import { badRequest, expired, refusal, tooLargeVersion } from "./api-status.ts";
import { apiVersionOf } from "./api-kind.ts";
import type { StoredObject } from "./collection.ts";
import { textsOf, type View } from "./rendering.ts";
import { parseSelection, type Selection } from "./selectors.ts";
import type { ServerState } from "./server-state.ts";

/** How many unfinished lists are remembered; an older one is expired. */
const rememberedLists = 64;

interface Snapshot {
  readonly revision: number;
  readonly objects: readonly StoredObject[];
  readonly counted: boolean;
}

/** Remembers what later pages of unfinished lists are to show. */
export class ListPages {
  readonly #snapshots = new Map<string, Snapshot>();

  /** Forgets all of them, as compaction does. */
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
    const value = JSON.parse(Buffer.from(token, "base64url").toString()) as { id?: unknown; position?: unknown };
    if (typeof value.id === "string" && typeof value.position === "number")
      return { id: value.id, position: value.position };
  } catch {
    // Not one of ours: said below.
  }
  throw badRequest("continue key is not valid: it was not given out by this server");
}

/** What a list request asks for. */
export interface ListRequest {
  readonly view: View;
  readonly namespace: string;
  readonly query: URLSearchParams;
}

/** The JSON text of a list. */
export async function listObjects(
  server: ServerState,
  pages: ListPages,
  { view, namespace, query }: ListRequest,
): Promise<string> {
  const token = query.get("continue") ?? "";
  const limit = parseLimit(query);
  const page =
    token === ""
      ? { snapshot: take(server, { view, namespace, query }), position: 0, id: undefined }
      : pages.find(token);
  const { snapshot, position, id } = page;
  const shown = limit === 0 ? snapshot.objects.slice(position) : snapshot.objects.slice(position, position + limit);
  const end = position + shown.length;
  const left = snapshot.objects.length - end;
  const metadata = {
    resourceVersion: String(snapshot.revision),
    ...(left > 0 ? { continue: pages.keep(snapshot, end, id) } : {}),
    ...(left > 0 && snapshot.counted ? { remainingItemCount: left } : {}),
  };
  return listText(view, metadata, await textsOf(view, shown));
}

function listText({ kind, version, form }: View, metadata: object, items: readonly string[]): string {
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

function parseLimit(query: URLSearchParams): number {
  const limit = Number(query.get("limit") ?? 0);
  if (!Number.isInteger(limit) || limit < 0)
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(query.get("limit"))}: invalid syntax`);
  // From the cache, which version 0 means, lists come whole.
  return query.get("resourceVersion") === "0" && (query.get("resourceVersionMatch") ?? "") !== "Exact" ? 0 : limit;
}

/** A version as requests write it; 0 for none. */
export function parseVersion(text: string | null): number {
  if (text === null || text === "") return 0;
  if (!/^\d+$/.test(text))
    throw badRequest(
      `Invalid value: ${JSON.stringify(text)}: resourceVersion: invalid resource version ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    );
  return Number(text);
}

/** Lists are always of the current state, which satisfies every version but a later one and an exact older one. */
function checkVersion(server: ServerState, query: URLSearchParams): void {
  const version = parseVersion(query.get("resourceVersion"));
  const match = query.get("resourceVersionMatch") ?? "";
  const options = (why: string): Error =>
    refusal("Invalid", `ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: ${why}`);
  if (match !== "" && match !== "Exact" && match !== "NotOlderThan")
    throw options(`Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan"`);
  if (match !== "" && (query.get("resourceVersion") ?? "") === "")
    throw options("Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided");
  if (match === "Exact" && version === 0)
    throw options('Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  if (version > server.store.revision) throw tooLargeVersion(version, server.store.revision);
  if (match === "Exact" && version < server.store.revision)
    throw expired(
      `The resourceVersion for the provided list is too old: this server keeps no older states (${version}, current ${server.store.revision}).`,
    );
}

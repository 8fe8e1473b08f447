// Objects and lists in the answers of an API server.
import { isJsonObject, type KubeList, type KubeObject, type Resource } from "@capstan/kube";
import type { Attempt } from "../transport/connection-error.ts";
import type { RawResponse } from "../transport/raw-request.ts";
import { badAnswer } from "../transport/read-answer.ts";

/** Whether a value has what every object has. */
export function isAnsweredObject(
  value: unknown,
): value is { readonly metadata: Record<string, unknown> } & Record<string, unknown> {
  return isJsonObject(value) && isJsonObject(value["metadata"]);
}

/** The list in an answer, whose items get their apiVersion and kind. Throws when the answer has no list. */
export function readList<T extends KubeObject>(
  { apiVersion, kind }: Resource<T>,
  value: unknown,
  { about, answer }: { readonly about: Attempt; readonly answer: Pick<RawResponse, "text"> },
): KubeList<T> {
  const list = listOf<T>(value);
  if (list === undefined) throw badAnswer(about, answer.text, "a list");
  // The server omits both in the items of a list.
  for (const item of list.items) Object.assign(item, { apiVersion, kind });
  return list;
}

/** A list, if it has what its readers use; its items are trusted to be of the kind that was requested. Go writes a list without items as null. */
function listOf<T extends KubeObject>(value: unknown): KubeList<T> | undefined {
  if (!isAnsweredObject(value)) return undefined;
  const items = value["items"] === null ? [] : value["items"];
  if (!Array.isArray(items) || !items.every(isAnsweredObject)) return undefined;
  const { continue: token = "" } = value.metadata;
  if (typeof token !== "string") return undefined;
  // Its metadata and items were checked; see above for the items.
  return Object.assign(value, { items }) as unknown as KubeList<T>;
}

// Lists one kind in a workload cluster, page by page and within a limit: the server belongs to a tenant, and may repeat the same names, or send pages without objects, without an end.
import type { Client } from "@capstan/client";
import type { KubeObject } from "@capstan/kube";
import type { WorkloadWatch } from "../authoring/workload-watch.ts";

/** What a list consists of. */
export interface BoundedListOptions {
  readonly watch: WorkloadWatch;
  readonly signal: AbortSignal;
  /** The error of a list that is over the limit. */
  readonly tooMany: () => Error;
}

/** A page of a list. */
export interface ListPage {
  readonly objects: readonly KubeObject[];
  readonly version: string | undefined;
  readonly isFirst: boolean;
  /** Whether the list is complete with it. */
  readonly isLast: boolean;
}

const pageItems = 50;
/** So many pages of a list may have no object, beside as many as full ones would be: a server need not fill them, and may select objects after it has cut the pages. */
const moreEmptyPages = 10;

/** The pages of a list, one at a time: no more than one is in memory. Throws after as many objects as the watch may have, counted as they are sent. */
export async function* boundedList(
  client: Pick<Client, "list">,
  options: BoundedListOptions,
): AsyncGenerator<ListPage, void, void> {
  const { watch, signal, tooMany } = options;
  let token: string | undefined;
  let [left, pages, emptyPages] = [watch.mostObjects, 0, 0];
  do {
    const from = token === undefined ? {} : { continue: token };
    const { items, metadata } = await client.list(watch.resource, {
      ...selectOf(watch),
      ...from,
      limit: pageItems,
      beforeWatch: true,
      signal,
    });
    token = metadata.continue === "" ? undefined : metadata.continue;
    pages += 1;
    emptyPages += items.length === 0 ? 1 : 0;
    if (emptyPages > watch.mostObjects / pageItems + moreEmptyPages) throw tooMany();
    const isOver = items.length > left;
    const objects = isOver ? items.slice(0, left) : items;
    left -= items.length;
    const version = metadata.resourceVersion;
    yield { objects, version, isFirst: pages === 1, isLast: token === undefined && !isOver };
    if (isOver) throw tooMany();
  } while (token !== undefined);
}

/** The selectors of a watch, as a call takes them. */
export function selectOf({ labelSelector, fieldSelector }: WorkloadWatch): {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
} {
  return {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
}

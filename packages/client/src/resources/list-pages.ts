// Reads a long list in pages.
import type { KubeList, KubeObject, Resource } from "@capstan/kube";
import { isExpired } from "../api-error.ts";
import type { ListOptions } from "../client.ts";
import { isTooLargeAnswer } from "../transport/answer-limits.ts";

/** Reads one page. */
export type ReadPage<T extends KubeObject> = (resource: Resource<T>, options: ListOptions) => Promise<KubeList<T>>;

/** How a list is read. */
export interface PagesOptions extends ListOptions {
  readonly limit: number;
  /** Whether a page whose answer has too many bytes is read again as a smaller one. */
  readonly canShrink: boolean;
}

/** Reads the whole list in pages of `limit`. When a page token expires, it starts over once without pages, because such an answer cannot expire. */
export async function listPages<T extends KubeObject>(
  list: ReadPage<T>,
  resource: Resource<T>,
  { canShrink, ...options }: PagesOptions,
): Promise<KubeList<T>> {
  try {
    return await collect(canShrink ? shrinking(list) : list, resource, options);
  } catch (error) {
    if (!isExpired(error)) throw error;
    const { limit: _, continue: __, ...whole } = options;
    return await list(resource, whole);
  }
}

/** An eighth of 500 objects is as large as a whole page may be when each of them is as large as an API server stores it. */
const shrinkBy = 8;

/** Reads a page, and those after it, with fewer objects when its answer has too many bytes. */
function shrinking<T extends KubeObject>(list: ReadPage<T>): ReadPage<T> {
  let fewer: number | undefined;
  return async (resource, options) => {
    for (;;) {
      const part = fewer === undefined ? options : { ...inPages(options), limit: fewer };
      try {
        return await list(resource, part);
      } catch (error) {
        const { limit = 1 } = part;
        if (!isTooLargeAnswer(error) || limit <= 1) throw error;
        fewer = Math.ceil(limit / shrinkBy);
      }
    }
  };
}

/** A server ignores `limit` for a list of any version: it sends all that its cache has. */
function inPages(options: ListOptions): ListOptions {
  if (options.resourceVersion !== "0") return options;
  const { resourceVersion: _, resourceVersionMatch: __, ...newest } = options;
  return newest;
}

async function collect<T extends KubeObject>(
  list: ReadPage<T>,
  resource: Resource<T>,
  options: ListOptions,
): Promise<KubeList<T>> {
  const first = await list(resource, options);
  const items = first.items;
  let token = first.metadata.continue;
  while (token !== undefined && token !== "") {
    // The token contains the version; a request with both is an error.
    const { resourceVersion: _, resourceVersionMatch: __, ...rest } = options;
    const page = await list(resource, { ...rest, continue: token });
    for (const item of page.items) items.push(item);
    token = page.metadata.continue;
  }
  const { continue: _, remainingItemCount: __, ...metadata } = first.metadata;
  return { ...first, metadata, items };
}

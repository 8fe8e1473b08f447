// One recorded call with templates: which earlier patch has made each of these, and what it makes now.
import type { GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { deepEqual, type KubeObject } from "@capstan/kube";
import { firstOf } from "./plan-diagnostics.ts";
import type { PatchOrder } from "./patch-order.ts";

/** The values of variables as JSON, by name. */
export type ChainVariables = ReadonlyMap<string, string>;

/** A template of a recorded call. */
export interface ChainedItem {
  readonly handler: string;
  /** The patch of the class; undefined for a check, which comes after all of them. */
  readonly patch: string | undefined;
  readonly order: PatchOrder;
  /** The variables of the request, and those of the template. */
  readonly variables: readonly ChainVariables[];
  /** The kind of the template. */
  readonly kind: string;
  /** The digest of what the handler was sent. */
  readonly sent: string;
  /** The digest of what the recorded patch has made; undefined for a check. */
  readonly made: string | undefined;
  /** The templates of recorded calls for the same object. */
  readonly all: ObjectTemplates;
  /** The template of the class that it was made of by earlier patches. */
  origin: unknown;
  /** What the handler makes now, where it is another template than on the tape. */
  after?: KubeObject;
}

/** The templates of recorded calls for one object. */
export interface ObjectTemplates {
  /** By the digest of what a recorded patch has made, and by the patch. */
  readonly made: Map<string, Map<string, ChainedItem[]>>;
  /** By the patch, those that are made otherwise now. */
  readonly changed: Map<string, ChainedItem[]>;
}

/** The templates of a request as they would be sent now, or why that is not known. */
export type FollowedItems<T> = { readonly sent: readonly T[] } | { readonly problem: string };

/** A template as the recorded patch has made it, and as the handler makes it now. */
interface Repatched {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** A template as it is on the tape, and the handlers that make another one now. */
interface StaleTemplate extends Readonly<Record<string, string>> {
  readonly template: string;
  readonly others: string;
}

/** A recorded call, with one entry for each of its templates. */
export class ChainedCall {
  readonly #items: readonly ChainedItem[];

  constructor(items: readonly ChainedItem[]) {
    this.#items = items;
  }

  /** How many patches of the class come before it. */
  get place(): number {
    const [first] = this.#items;
    if (first === undefined) return 0;
    return first.patch === undefined ? Number.POSITIVE_INFINITY : first.order.placeOf(first.patch);
  }

  /** The items as they would be sent now, when the patches before it were answered. */
  follow<T extends Pick<GeneratePatchesRequestItem, "object">>(items: readonly T[]): FollowedItems<T> {
    const sent: T[] = [];
    for (const [index, item] of items.entries()) {
      const chained = this.#items[index];
      const sources = chained === undefined ? [] : lastSources(chained);
      const [source] = sources;
      if (chained !== undefined && source !== undefined) {
        chained.origin = source.origin;
        if (!sources.every(({ after }) => deepEqual(after, source.after)))
          return { problem: severalSources(chained, sources) };
      }
      const object: T["object"] = source?.after === undefined ? item.object : JSON.parse(JSON.stringify(source.after));
      sent.push({ ...item, object });
    }
    return { sent };
  }

  /** Why it is not known what the handler would be sent, where patches that may come before it make other templates now. */
  get doubt(): string | undefined {
    const doubted = this.#items.flatMap((item) => {
      const changed = possibleSources(item);
      return changed.length === 0 ? [] : [unknownOrder(item, changed)];
    });
    return doubted[0];
  }

  /** Where it was sent a template of the tape although an earlier patch makes another one now: patches of others have changed that one in between. */
  get stale(): StaleTemplate | undefined {
    for (const item of this.#items) {
      const changed = lostSources(item);
      if (changed.length > 0) return { template: item.kind, others: handlersOf(changed, item) };
    }
    return undefined;
  }

  /** Keeps what the handler makes of one of the templates. */
  remember(index: number, { before, after }: Repatched): void {
    const item = this.#items[index];
    if (item?.patch === undefined || deepEqual(before, after)) return;
    item.after = after;
    const { changed } = item.all;
    changed.set(item.patch, changed.get(item.patch) ?? []);
    changed.get(item.patch)?.push(item);
  }

  /** The template of the class that one of the templates was made of. */
  originOf(index: number): unknown {
    return this.#items[index]?.origin;
  }
}

/** The patches that have made the template and come last. Several where the tape does not show which of their calls it was. */
function lastSources(item: ChainedItem): readonly ChainedItem[] {
  const made = madeLike(item);
  const sources = lastOf([...made.keys()], item).flatMap((patch) => made.get(patch) ?? []);
  // Which one it was makes no difference.
  return item.all.changed.size === 0 ? sources.slice(0, 1) : fitting(item, sources);
}

/** Of these patches, the last ones before the call. */
function lastOf(patches: readonly string[], { patch: own, order }: ChainedItem): readonly string[] {
  const before = patches.filter((patch) => own === undefined || order.isBefore(patch, own));
  return before.filter((one) => !before.some((other) => order.isBefore(one, other)));
}

/** The patches that have made such a template, may come before or after this one, and make another one now. */
function possibleSources(item: ChainedItem): readonly ChainedItem[] {
  const { patch: own, order, all } = item;
  if (own === undefined || all.changed.size === 0) return [];
  const possible = [...madeLike(item)].flatMap(([patch, made]) => (order.mayBeBefore(patch, own) ? made : []));
  return fitting(item, possible).filter(({ after }) => after !== undefined);
}

/** Where no patch has made the template: those that have made another one for the same object, make it otherwise now, and may come before the call. */
function lostSources(item: ChainedItem): readonly ChainedItem[] {
  const { all, patch: own, order } = item;
  const { changed } = all;
  if (changed.size === 0 || lastOf([...madeLike(item).keys()], item).length > 0) return [];
  const possible = [...changed.keys()].filter(
    (patch) => own === undefined || order.isBefore(patch, own) || order.mayBeBefore(patch, own),
  );
  return possible.flatMap((patch) => changed.get(patch)?.slice(0, 1) ?? []);
}

function madeLike({ all, sent }: ChainedItem): ReadonlyMap<string, readonly ChainedItem[]> {
  return all.made.get(sent) ?? new Map();
}

/** Those with the variables of this one, so of the same reconcile; all of them where there are none. */
function fitting(item: ChainedItem, sources: readonly ChainedItem[]): readonly ChainedItem[] {
  const same = sources.filter((source) => haveSameVariables(item, source));
  return same.length > 0 ? same : sources;
}

/** Whether no variable has two values. Each patch of a class has the variables of its own definitions, and some in common. */
export function haveSameVariables(one: ChainedItem, other: ChainedItem): boolean {
  return one.variables.every((values, index) => haveSameValues(values, other.variables[index]));
}

function haveSameValues(one: ChainVariables, other: ChainVariables | undefined): boolean {
  for (const [name, value] of one) if ((other?.get(name) ?? value) !== value) return false;
  return true;
}

function severalSources(item: ChainedItem, sources: readonly ChainedItem[]): string {
  return `several recorded calls of ${handlersOf(sources, item)} have made its ${item.kind}, which make different ones now`;
}

function unknownOrder(item: ChainedItem, changed: readonly ChainedItem[]): string {
  return `the tape does not show whether ${handlersOf(changed, item)} comes before it in the class, which makes another ${item.kind} now`;
}

function handlersOf(items: readonly ChainedItem[], own: ChainedItem): string {
  const names = items.map(({ handler }) => (handler === own.handler ? `${handler} with other settings` : handler));
  return firstOf([...new Set(names)]);
}

// Which objects of a kind the cache holds, and what of them. All controllers of a manager share the cache of a kind, so what they declare must agree.
import { errorFrom, type KubeObject, parseLabelSelector, type Resource } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";

/** Which objects of a kind are cached, and what of each. */
export interface CacheSelection<T extends KubeObject = KubeObject> {
  /** Only objects whose labels match, in the form that `kubectl -l` accepts. Others are not watched, and look to every reader of the cache as if they did not exist. */
  readonly labelSelector?: string;
  /** Only objects whose fields match, in the form that `kubectl --field-selector` accepts: `metadata.name`, `metadata.namespace`, and what the kind declares as selectable. */
  readonly fieldSelector?: string;
  /**
   * Changes an object before it is cached, for example removes what nothing reads. It may change and return the object that it is given. Predicates, maps, indexes and readers see what it returns.
   *
   * It must keep apiVersion, kind, name, namespace, uid and resourceVersion. When it does not, returns no object, or throws, that is `operator/transform-failed`: the kind is watched again, later each
   * time, and is not ready, because an object that is left out would look deleted.
   */
  transform?(this: void, object: T): T;
}

/** A kind, and what is cached of it. */
export interface SelectedKind {
  readonly resource: Resource;
  readonly selection: CacheSelection;
}

interface Declared {
  readonly by: string;
  readonly isManager: boolean;
  readonly selection: CacheSelection;
}

const fields = ["labelSelector", "fieldSelector", "transform"] as const satisfies readonly (keyof CacheSelection)[];

/** What the controllers and the options of a manager declare. */
export class Selections {
  #declared = new Map<string, Declared>();

  /** Declares what a controller wants of its kinds; when it throws, nothing is declared. What the manager declares is true for every controller that declares nothing. */
  add(kinds: readonly SelectedKind[], by: string): void {
    const before = new Map(this.#declared);
    try {
      for (const { resource, selection } of kinds)
        this.#add(resource, { selection, by: `the controller "${by}"`, isManager: false });
    } catch (error) {
      this.#declared = before;
      throw error;
    }
  }

  /** Declares what the manager caches of a kind. */
  addOfManager(resource: Resource, selection: CacheSelection): void {
    this.#add(resource, { selection, by: "the option `cache` of the manager", isManager: true });
  }

  /** What is cached of a kind. */
  of(resource: Resource): CacheSelection {
    return this.#declared.get(nameOf(resource))?.selection ?? {};
  }

  #add(resource: Resource, declared: Declared): void {
    const { kind } = resource;
    const { selection, by } = declared;
    checkSelector(kind, selection);
    const known = this.#declared.get(nameOf(resource));
    if (known?.isManager === true && !declared.isManager && isEverything(selection)) return;
    if (known !== undefined && !fields.every((field) => known.selection[field] === selection[field]))
      throw operatorError("operator/cache-conflict", { kind, first: known.by, second: by });
    if (known === undefined) this.#declared.set(nameOf(resource), declared);
  }
}

function isEverything(selection: CacheSelection): boolean {
  return fields.every((field) => selection[field] === undefined);
}

function checkSelector(kind: string, { labelSelector }: CacheSelection): void {
  if (labelSelector === undefined) return;
  try {
    parseLabelSelector(labelSelector);
  } catch (error) {
    throw operatorError("operator/label-selector", { kind, labelSelector, reason: errorFrom(error).message }, error);
  }
}

/** The last kind, and its name. */
let last = { apiVersion: "", kind: "", name: "/" };

/** One cache for a kind, whether whole or with its metadata only. The string that was there before has its hash already, for the maps in which it is looked up. */
export function nameOf({ apiVersion, kind }: Pick<Resource, "apiVersion" | "kind">): string {
  if (last.kind !== kind || last.apiVersion !== apiVersion) last = { apiVersion, kind, name: `${apiVersion}/${kind}` };
  return last.name;
}

/** Whether two Resources are served under the same paths, in any version. The path of a request has the plural of its kind, and not the kind. */
export function isServedAs(
  one: Pick<Resource, "group" | "plural">,
  other: Pick<Resource, "group" | "plural">,
): boolean {
  return one.plural === other.plural && one.group === other.group;
}

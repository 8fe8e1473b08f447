// The objects under `capstan dev` that do not go on by themselves, as problems of the run: those that `capstan describe` reports and that only a change solves, once they stay.
import { coreGroup } from "@capstan/contract";
import { type Diagnostic, formatKey, getAt, keyOf, type KubeObject, parseApiVersion } from "@capstan/kube";
import { blockedMachines, waitsForControlPlane } from "../tree/blocked-machines.ts";
import { type DescribedProblem, problemSteps } from "../tree/described-problems.ts";
import { groupKind, groupKindOf, ObjectSet } from "../tree/object-set.ts";
import { ownedObjects } from "../tree/ownership.ts";
import type { ObjectProblemCode } from "../tree/problem-table.ts";
import type { FollowedTopologies } from "./rejected-topologies.ts";

/** What is followed, who gets to know, and how long a problem may last before it is one of the run. */
export interface FollowedProblems extends FollowedTopologies {
  /** The clock of the server. */
  readonly now: () => number;
  /** Default: five seconds. What a normal start waits for is there before. */
  readonly patienceMs?: number;
}

/** The codes of what does not solve itself. What an object waits for in its own time is at its row alone, and dev reports topologies itself. */
const codes: ReadonlySet<string> = new Set<ObjectProblemCode>([
  "describe/failed",
  "describe/no-kind",
  "describe/no-contract-label",
  "describe/no-object",
  "describe/no-secret",
  "describe/no-endpoint",
  "describe/no-provider-id",
  "describe/blocked-machines",
  "describe/slow-deletion",
]);

/**
 * Of how many changes the problems are found at once, and how long a piece of a search may take: keys and frames come between two pieces. A search rests for so many times as long as it worked.
 */
const pace = { leastMs: 200, pieceMs: 20, rest: 9 };

const defaultPatienceMs = 5000;

/** In dev nothing takes long to be deleted, so the patience is enough. */
const usualDeletionMs = 0;

function isOfCore({ apiVersion }: KubeObject): boolean {
  return parseApiVersion(apiVersion).group === coreGroup;
}

/** Ends with the function that is returned. */
export function followStuck(followed: FollowedProblems): () => void {
  const stuck = new StuckObjects(followed);
  const end = followed.changes(({ type, object }) => stuck.change(type, object));
  return () => {
    end();
    stuck.end();
  };
}

/** A problem, with what it is known by: its message may change. */
interface FoundProblem {
  readonly id: string;
  readonly problem: Diagnostic;
}

/** A search that has not ended. */
interface Search {
  readonly began: number;
  readonly steps: Generator<undefined, readonly FoundProblem[]>;
  /** How long its pieces took. */
  workedMs: number;
}

class StuckObjects {
  readonly #options: FollowedProblems;
  readonly #objects = new Map<string, KubeObject>();
  /** The labels of CRDs, by the kinds that they define. */
  readonly #crdLabels = new Map<string, Readonly<Record<string, string>>>();
  /** Since when each problem is there, by its object and code: its message may change. */
  #since: ReadonlyMap<string, number> = new Map();
  #shown: readonly Diagnostic[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends. */
  #due = 0;
  #notBefore = 0;
  #search: Search | undefined;
  /** Whether something has changed that the search did not see. */
  #hasChanged = false;

  constructor(options: FollowedProblems) {
    this.#options = options;
  }

  change(type: string, object: KubeObject): void {
    const { kind } = object;
    // There are many, and nothing refers to one.
    if (kind === "Event") return;
    const isDeleted = type === "DELETED";
    if (kind === "CustomResourceDefinition") this.#define(object, isDeleted);
    const id = `${groupKindOf(object)} ${formatKey(keyOf(object))}`;
    if (isDeleted) this.#objects.delete(id);
    else this.#objects.set(id, object);
    if (this.#search === undefined) this.#findIn(pace.leastMs);
    else this.#hasChanged = true;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #define(crd: KubeObject, isDeleted: boolean): void {
    const [group, kind] = [getAt(crd, ["spec", "group"]), getAt(crd, ["spec", "names", "kind"])];
    if (typeof group !== "string" || typeof kind !== "string") return;
    if (isDeleted) this.#crdLabels.delete(groupKind(group, kind));
    else this.#crdLabels.set(groupKind(group, kind), crd.metadata.labels ?? {});
  }

  /** Finds the problems after this time, or earlier if that is intended already. */
  #findIn(ms: number): void {
    const now = performance.now();
    const due = Math.max(now + ms, this.#notBefore);
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#find(), due - now).unref();
  }

  #find(): void {
    this.#hasChanged = false;
    this.#goOn({ began: performance.now(), steps: this.#problems(), workedMs: 0 });
  }

  #goOn(search: Search): void {
    const began = performance.now();
    let step = search.steps.next();
    while (step.done !== true && performance.now() < began + pace.pieceMs) step = search.steps.next();
    search.workedMs += performance.now() - began;
    this.#search = step.done === true ? undefined : search;
    this.#timer = step.done === true ? undefined : setTimeout(() => this.#goOn(search), 0).unref();
    if (step.done === true) this.#found(step.value, search);
  }

  #found(problems: readonly FoundProblem[], { began, workedMs }: Search): void {
    const { patienceMs = defaultPatienceMs, found } = this.#options;
    this.#since = new Map(problems.map(({ id }) => [id, this.#since.get(id) ?? began]));
    const ageOf = (id: string): number => began - (this.#since.get(id) ?? began);
    const all = problems.filter(({ id }) => ageOf(id) >= patienceMs).map(({ problem }) => problem);
    const known = this.#shown;
    this.#shown = all;
    const added = all.filter(({ message }) => !known.some((each) => each.message === message));
    if (added.length > 0 || all.length !== known.length) found(all, added);
    const left = problems.map(({ id }) => patienceMs - ageOf(id)).filter((ms) => ms > 0);
    this.#notBefore = performance.now() + pace.rest * workedMs;
    if (this.#hasChanged) this.#findIn(pace.leastMs);
    if (left.length > 0) this.#findIn(Math.min(...left));
  }

  *#problems(): Search["steps"] {
    const kinds = new Set([...this.#crdLabels.keys(), "Secret."]);
    const objects = [...this.#objects.values()].filter((object) => kinds.has(groupKindOf(object)));
    if (!objects.some((object) => isOfCore(object) || object.metadata.deletionTimestamp !== undefined)) return [];
    const set = new ObjectSet({ objects, complete: kinds, served: kinds, crdLabels: this.#crdLabels });
    yield;
    const owned = ownedObjects(set);
    yield;
    const now = new Date(this.#options.now());
    const described = yield* problemSteps(owned, { set, now, namespaces: true, usualDeletionMs });
    return described
      .filter(({ code, severity }) => codes.has(code) && severity === "error")
      .map((problem) => {
        const { object, ...diagnostic } = problem;
        const id = `${diagnostic.code} ${groupKindOf(object)} ${formatKey(object)}`;
        return { id, problem: { ...diagnostic, severity: this.#severityOf(problem) } };
      });
  }

  /** What only waits for the end of an upgrade is nothing to correct, and a cloud may be slow to delete. */
  #severityOf({ code, object, severity }: DescribedProblem): Diagnostic["severity"] {
    if (code === "describe/slow-deletion") return "warning";
    const stored = this.#objects.get(`${groupKindOf(object)} ${formatKey(object)}`);
    const blocked = stored === undefined ? undefined : blockedMachines(stored);
    return blocked !== undefined && waitsForControlPlane(blocked) ? "warning" : severity;
  }
}

// Lifecycle hooks of a played Cluster: called at the right moment, not again before the delay that they requested is over, and remembered on the Cluster
// as core remembers them.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { Cluster, ExternalPatchDefinition } from "@capstan/api/core/v1beta2";
import { errorFrom, getAt, isCapstanError, type KubeObject } from "@capstan/kube";
import type { SimContext } from "../writer.ts";
import { sentAnnotations } from "./builtins.ts";
import { HookFailure, UnansweredPatches, unansweredCode } from "./topology-failure.ts";
import type { LifecycleAnswer, PatchOfClass, TemplatesToPatch, TopologyHooks } from "./topology-hooks.ts";

/** The hooks that core still has to call for a Cluster. */
const pendingHooks = "runtime.cluster.x-k8s.io/pending-hooks";

/** A failed call is repeated after this time, or when the simulation is woken. */
const failureSeconds = 5;

/** After this time, core looks at a Cluster again although nothing has changed. */
const patchesCountMs = 10 * 60_000;

/** A call, the Cluster that waits for it, and what it waits with. */
export interface HookCall<Request extends object> {
  readonly draft: Cluster;
  readonly context: SimContext;
  readonly hook: HookEntry<Request & WithCluster, LifecycleAnswer>;
  /** The fields of the request beside the Cluster. */
  readonly request: Request;
  /** The hooks that delay in this reconcile, with their messages. */
  readonly blocking: Map<string, string>;
}

/** Patches the templates of one Cluster. */
export interface ClassPatches {
  /** The variables that the handler of DiscoverVariables of the patch of this name declares; undefined where it is not known. */
  declared(
    patch: ExternalPatchDefinition,
    place: Omit<PatchOfClass, "cluster">,
  ): Promise<ReadonlySet<string> | undefined>;
  /** The templates after the patch of this name. */
  patch(patch: ExternalPatchDefinition, request: TemplatesToPatch, name: string): Promise<readonly KubeObject[]>;
  /** Rejects when the handler of the patch of this name finds something wrong with the patched templates. */
  validate(patch: ExternalPatchDefinition, request: TemplatesToPatch, name: string): Promise<void>;
}

interface WithCluster {
  readonly cluster: Cluster;
}

/** An answer that delays, until a time in milliseconds. */
interface Held {
  readonly until: number;
  readonly message: string;
  /** Whether there was no answer. */
  readonly hasFailed: boolean;
  /** How often the simulation had been woken, if the next time ends the delay, too. */
  readonly wakes: number | undefined;
}

function isHeld(held: Held | undefined, { now, wakes }: Pick<SimContext, "now" | "wakes">): held is Held {
  return held !== undefined && held.until > now() && (held.wakes ?? wakes) === wakes;
}

/** The hooks of all Clusters. */
export class HookGates {
  readonly hooks: TopologyHooks | undefined;
  readonly #held = new Map<string, Held>();
  /** Calls that were answered, and whose Cluster waits for something else, with the versions of their steps. */
  readonly #answered = new Map<string, string | undefined>();
  /** Until when the answers of patches of a Cluster count, if the requests are the same. */
  readonly #patchesCount = new Map<string, number>();

  constructor(hooks: TopologyHooks | undefined) {
    this.hooks = hooks;
  }

  /** Calls a hook; whether the Cluster may go on. Rejects with a HookFailure when a handler fails. */
  async open<Request extends object>(call: HookCall<Request>): Promise<boolean> {
    const { draft, hook, context, blocking } = call;
    if (this.hooks === undefined) return true;
    const key = keyOfCall(hook, draft);
    const isAnswered = this.#answered.has(key) && this.#answered.get(key) === versionOf(call.request);
    this.#answered.delete(key);
    if (isAnswered) return true;
    const held = this.#held.get(key);
    const next = isHeld(held, context) ? held : await this.#call(call, this.hooks);
    if (next === undefined) {
      this.#held.delete(key);
      return true;
    }
    this.#forgetEnded(context.now());
    this.#held.set(key, next);
    context.wakeAt(next.until);
    if (next.hasFailed) throw new HookFailure(`${hook.name}: ${next.message}`);
    blocking.set(hook.name, next.message);
    return false;
  }

  /** Lets the next call through without a request: this one was answered, and the Cluster waits for something else. With the version of the step that it is about, another step calls again. */
  keepOpen(hook: { readonly name: string }, draft: Cluster, version?: string): void {
    if (this.hooks !== undefined) this.#answered.set(keyOfCall(hook, draft), version);
  }

  /** Forgets that a call was answered. */
  close(hook: { readonly name: string }, draft: Cluster): void {
    this.#answered.delete(keyOfCall(hook, draft));
  }

  /** Forgets what is kept for a Cluster that is deleted. */
  forget(draft: Cluster): void {
    for (const hook of [hookCatalog.BeforeClusterCreate, hookCatalog.BeforeControlPlaneUpgrade])
      this.close(hook, draft);
    this.#endPatches(draft.metadata.uid ?? "");
  }

  /** What patches the templates of a Cluster; undefined without extensions. A handler that fails is not called again before a while, or before the simulation is woken. */
  patching(draft: Cluster, context: Pick<SimContext, "now" | "wakeAt" | "wakes">): ClassPatches | undefined {
    const { hooks } = this;
    if (hooks === undefined) return undefined;
    const { uid: cluster = "" } = draft.metadata;
    const key = `patches ${cluster}`;
    this.#renewPatches(cluster, context);
    const attempt = async <T>(failed: string, call: () => Promise<T>): Promise<T> => {
      const held = this.#held.get(key);
      if (isHeld(held, context)) {
        context.wakeAt(held.until);
        throw new HookFailure(held.message);
      }
      try {
        return await call();
      } catch (error) {
        if (isCapstanError(error, unansweredCode)) throw new UnansweredPatches(error);
        this.#endPatches(cluster);
        const message = `failed to apply patches: ${failed}: ${errorFrom(error).message}`;
        const until = context.now() + failureSeconds * 1000;
        this.#forgetEnded(context.now());
        this.#held.set(key, { until, message, hasFailed: true, wakes: context.wakes });
        context.wakeAt(until);
        throw new HookFailure(message);
      }
    };
    return {
      declared: (patch, place) =>
        attempt(`failed to discover the variables of patch "${place.name}"`, async () =>
          hooks.declared?.(patch, { cluster, ...place }),
        ),
      patch: (patch, request, name) =>
        attempt(`failed to generate patches for patch "${name}"`, () => hooks.patch(patch, request, { cluster, name })),
      validate: (patch, request, name) =>
        attempt(`validation of patch "${name}" failed`, async () =>
          hooks.validate?.(patch, request, { cluster, name }),
        ),
    };
  }

  /** Core patches in each of its reconciles: where nothing changes, this one is made again after a while. */
  #renewPatches(cluster: string, { now, wakeAt }: Pick<SimContext, "now" | "wakeAt">): void {
    const until = this.#patchesCount.get(cluster) ?? now() + patchesCountMs;
    if (until <= now()) this.#endPatches(cluster);
    else this.#patchesCount.set(cluster, until);
    wakeAt(until);
  }

  #endPatches(cluster: string): void {
    this.#patchesCount.delete(cluster);
    this.hooks?.endPatches?.(cluster);
  }

  /** A delay that is over holds nothing, and its Cluster may be deleted. */
  #forgetEnded(now: number): void {
    for (const [key, { until }] of this.#held) if (until <= now) this.#held.delete(key);
  }

  async #call<Request extends object>(
    { draft, hook, request, context }: HookCall<Request>,
    hooks: TopologyHooks,
  ): Promise<Held | undefined> {
    const { now, wakes } = context;
    const heldFor = (seconds: number, message: string): Held => {
      return { until: now() + seconds * 1000, message, hasFailed: false, wakes: undefined };
    };
    try {
      const answer = await hooks.call<Request & WithCluster>(hook, { ...request, cluster: sentCluster(draft) });
      const { retryAfterSeconds, message, isOwn = false } = answer;
      if (retryAfterSeconds === 0) return undefined;
      return { ...heldFor(retryAfterSeconds, message), ...(isOwn && { wakes }) };
    } catch (error) {
      return { ...heldFor(failureSeconds, errorFrom(error).message), hasFailed: true, wakes };
    }
  }
}

function keyOfCall({ name }: { readonly name: string }, { metadata }: Cluster): string {
  return `${name} ${metadata.uid}`;
}

/** The version of the step that a request is about. */
function versionOf(request: object): string | undefined {
  const version = getAt(request, ["toKubernetesVersion"]);
  return typeof version === "string" ? version : undefined;
}

/** The Cluster in a request: core sends no status, and no long annotations. */
function sentCluster({ apiVersion, kind, metadata, spec }: Cluster): Cluster {
  const { managedFields: _, annotations, ...sent } = metadata;
  const kept = annotations === undefined ? {} : { annotations: sentAnnotations(annotations) };
  return { apiVersion, kind, metadata: { ...sent, ...kept }, spec };
}

/** Whether a hook has to be called yet. */
export function isHookPending({ metadata }: Cluster, hook: string): boolean {
  return pendingOf(metadata.annotations).includes(hook);
}

/** Remembers that hooks have to be called. */
export function addPendingHooks(draft: Cluster, ...hooks: readonly string[]): void {
  setPending(draft, [...new Set([...pendingOf(draft.metadata.annotations), ...hooks])]);
}

/** Forgets a hook that was called. */
export function removePendingHook(draft: Cluster, hook: string): void {
  setPending(
    draft,
    pendingOf(draft.metadata.annotations).filter((name) => name !== hook),
  );
}

function pendingOf(annotations: Readonly<Record<string, string>> | undefined): readonly string[] {
  return (annotations?.[pendingHooks] ?? "").split(",").filter((name) => name !== "");
}

function setPending({ metadata }: Cluster, hooks: readonly string[]): void {
  const { [pendingHooks]: _, ...others } = metadata.annotations ?? {};
  metadata.annotations = hooks.length === 0 ? others : { ...others, [pendingHooks]: hooks.toSorted().join(",") };
}

// The second argument of every `reconcile` and `delete`.
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { KubeObject, Resource } from "@capstan/kube";
import type { EventRecorder, Logger } from "@capstan/operator";
import type { WorkloadCluster } from "../remote/remote-clusters.ts";
import type { Conditions, ConditionTypes } from "./conditions.ts";
import type { Once, OnceCalls } from "./once.ts";
import type { IdentityAccess, IdentityFor, IdentityObject, KindsWith, TypedClient } from "./typed-client.ts";
import type { Watch } from "./watch.ts";
import type { KeepingWatch, KeptObjects } from "./workload-watch.ts";

/**
 * What a pass offers its author, in addition to its data. S are the provider's services, C the declared conditions, R the kinds that the controller may
 * read without a declaration, and W its `watches`. It is valid for one pass only.
 */
export interface Context<S, C extends ConditionTypes, R extends KubeObject, W extends readonly Watch[]> {
  /** What the `services` function of `run` returned. */
  readonly services: S;
  /** Reads and writes the kinds that the controller declares in `watches`. */
  readonly client: TypedClient<R, W>;
  /** Sets the declared conditions of the object. They are written at the end of the pass. */
  readonly conditions: Conditions<C>;
  /**
   * Aborts when the manager stops, when it loses its Lease, when the pass exceeds `timeout`, and when it has ended, for what it left running. Pass it to everything that waits.
   * After a stop nothing of the pass is written. A pass that exceeds its timeout has failed, also when it returns: `Ready` says so. One that does not end within five seconds more is abandoned: its calls
   * are rejected, and its object waits until its promise settles.
   */
  readonly signal: AbortSignal;
  /**
   * Throws `operator/reconcile-over` when this process does not lead any more, by the clock and also before `signal` aborts, and when the pass has ended or was abandoned. The calls of `client` are checked so already:
   * call it before each call to a cloud that must not be made twice, such as one that creates a server. `once` does so.
   */
  readonly assertLeader: () => void;
  /**
   * One thing in a cloud that this object has once, such as its server, for a cloud that has no idempotency key: whatever happens to the manager and to the answers of the cloud, the object gets one, and all
   * others are removed. The cloud must let `create` set a name or a tag that `find` lists by; without either nothing helps.
   *
   * `name` is a name for it, unique among the things of the object: it is part of an annotation, so lower-case letters, digits and dashes, at most 40, and not to be changed later. Throws `once/name`, `once/settle`
   * and `once/note` (an annotation that cannot be read).
   *
   * @example
   * const server = await ctx.once("server", serversOf(ctx.services.cloud)).ensure(({ id, signal }) => cloud.create({ tag: id, signal }));
   */
  once<T>(name: string, calls: OnceCalls<T>): Once<T>;
  /**
   * Reads an identity by its name, and checks that its `spec.allowedNamespaces` allows the namespace of the object of this pass (`allowsNamespace` of `@capstan/api`). Call it in each pass, in those of machines
   * too, before each use of what the identity names: a right that was taken back has ended then.
   *
   * The controller declares the kind of identity and Namespace in `watches`; without that it does not compile. The Namespace is read only if the answer depends on its labels. Rejects with the errors of the API server.
   *
   * @example
   * const access = await ctx.identity(FooIdentity, object.spec.identity);
   * if (!access.allowed) return stalled("CredentialsReady", access.reason, access.message);
   */
  identity<T extends IdentityObject>(
    resource: T extends T ? IdentityFor<T, R["kind"] | KindsWith<W, "get">> : Resource<T>,
    name: string,
  ): Promise<IdentityAccess<T>>;
  /** Records events on objects; `kubectl describe` shows them. */
  readonly events: EventRecorder;
  /** Writes log lines with the controller, the object and the id of the pass. */
  readonly log: Logger;
  /**
   * A client for the API server of a workload cluster, from the Secret `<cluster>-kubeconfig`. Clients are kept and shared; do not close them.
   * It never rejects because of the workload cluster: when that cannot be reached, `connected` is false and `reason` has the cause.
   *
   * The Secret and the server belong to a tenant. `message`, and the messages of errors that the client throws, quote neither, so they may be put
   * into conditions; what the server sent is in the debug log. Content of objects that you read there is the tenant's: do not put it anywhere.
   */
  workload(cluster: Cluster): Promise<WorkloadCluster>;
  /**
   * What a watch of this controller keeps of the objects of a workload cluster (`keep` of `workload`), as it saw them last. It makes no call. While the workload cluster cannot be reached, that is what was
   * there before. It is a tenant's content, too. Throws `workload/not-watched` for a watch that is not in `workload` of the controller.
   *
   * @example
   * const node = ctx.kept(nodes, cluster).get({ namespace: "", name: "n" });
   * if (node.kept) ctx.log.info("taints", { count: node.part.taints.length });
   */
  kept<P>(watch: KeepingWatch<P>, cluster: Cluster): KeptObjects<P>;
}

// The infrastructure of the stage: machines become real after a moment, have Nodes, and leave them behind no longer than their finalizer.
// It reports events, reconciles, writes, its queue and hook calls.
import { randomUUID } from "node:crypto";
import { isNotFound, type Client } from "@capstan/client";
import {
  describeError,
  formatKey,
  keyOf,
  type KubeObject,
  type Resource,
  type UnstructuredObject,
} from "@capstan/kube";
import { Event, Node } from "@capstan/kube/builtin";
import type { WriteTrace } from "@capstan/kube/trace";
import type { SessionSource } from "../../src/console/session-source.ts";
import { healthyNode } from "../healthy-node.ts";
import { StageCluster, StageMachine } from "./stage-objects.ts";

const finalizer = "stage.example.com/machine";

/** Resolves after a while, or when the signal ends it. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** What one pass over an object did. */
type Pass = "done" | "requeueAfter" | "nothing";

/** Plays the provider. */
export class StageInfrastructure {
  readonly #client: Client;
  readonly #source: SessionSource;
  readonly #failures = new Map<string, number>();
  #run = "";

  constructor(client: Client, source: SessionSource) {
    this.#client = client;
    this.#source = source;
  }

  /** Reconciles all objects again and again until the signal. */
  async play(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const resource of [StageCluster, StageMachine]) await this.#reconcileAll(resource).catch(() => undefined);
      await pause(200, signal);
    }
  }

  async #reconcileAll(resource: Resource<UnstructuredObject>): Promise<void> {
    const { items } = await this.#client.listAll(resource);
    let running = 0;
    for (const object of items) running += (await this.#reconcile(resource, object)) === "nothing" ? 0 : 1;
    if (running === 0) return;
    const { apiVersion, kind } = resource;
    const cached = [{ apiVersion, kind, objects: items.length }];
    const controller = kind.toLowerCase();
    const counts = { ready: 0, delayed: running, running: 0, abandoned: 0 };
    this.#source.trace({ type: "queue", at: Date.now(), controller, ...counts, cached });
  }

  async #reconcile(resource: Resource<UnstructuredObject>, object: UnstructuredObject): Promise<Pass> {
    const at = Date.now();
    const key = keyOf(object);
    const name = formatKey(key);
    this.#run = randomUUID();
    const { apiVersion, kind } = resource;
    const cause = {
      at: at - 3,
      cause: "updated",
      object: { apiVersion, kind: object.metadata.ownerReferences?.[0]?.kind ?? kind, ...key },
    } as const;
    const begun = {
      type: "run",
      at,
      reconcileId: this.#run,
      controller: kind.toLowerCase(),
      kind,
      key,
      why: [cause],
      omitted: 0,
      waitedMs: 3,
    } as const;
    try {
      const pass = resource === StageCluster ? await this.#cluster(object) : await this.#machine(object);
      if (pass === "nothing") return pass;
      this.#failures.delete(name);
      const next = pass === "done" ? {} : { nextMs: 200 };
      this.#source.trace({ ...begun, ms: Date.now() - at, outcome: pass, failures: 0, ...next });
      return pass;
    } catch (caught) {
      const failures = (this.#failures.get(name) ?? 0) + 1;
      this.#failures.set(name, failures);
      const error = { message: describeError(caught), frames: ["at reconcileMachine (src/machine.ts:42:11)"] };
      this.#source.trace({ ...begun, ms: Date.now() - at, outcome: "error", error, failures });
      return "done";
    }
  }

  async #cluster(object: UnstructuredObject): Promise<Pass> {
    if (object["status"] !== undefined || object.metadata.ownerReferences === undefined) return "nothing";
    const cluster = keyOf(object);
    const hook = {
      type: "hook",
      at: Date.now(),
      hook: "BeforeClusterCreate",
      handler: "check-region",
      cluster,
    } as const;
    this.#source.trace({ ...hook, status: "Success", ms: 4 });
    await this.#patch(StageCluster, object, { spec: { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } } });
    const conditions = [
      {
        type: "Ready",
        status: "True",
        reason: "Provisioned",
        message: "",
        lastTransitionTime: new Date().toISOString(),
      },
    ];
    await this.#patchStatus(StageCluster, object, { initialization: { provisioned: true }, conditions });
    return "done";
  }

  async #machine(object: UnstructuredObject): Promise<Pass> {
    const { metadata } = object;
    if (metadata.ownerReferences?.every(({ kind }) => kind !== "Machine") ?? true) return "nothing";
    if (metadata.deletionTimestamp !== undefined) return this.#deleteMachine(object);
    if (metadata.finalizers?.includes(finalizer) !== true) {
      await this.#patch(StageMachine, object, { metadata: { finalizers: [finalizer] } });
      await this.#condition(object, { status: "False", reason: "Creating", message: "the machine starts" });
      return "requeueAfter";
    }
    if (metadata.annotations?.["stage.example.com/broken"] !== undefined) {
      if (JSON.stringify(object["status"]).includes("QuotaError")) return "nothing";
      await this.#condition(object, {
        status: "False",
        reason: "QuotaError",
        message: "no quota for large machines in eu-west",
      });
      throw new Error("no quota for large machines in eu-west");
    }
    if (
      Date.now() - Date.parse(metadata.creationTimestamp ?? "") < 1500 ||
      JSON.stringify(object["status"]).includes("provisioned")
    )
      return "nothing";
    const providerID = `stage:///${metadata.name}`;
    await this.#patch(StageMachine, object, { spec: { providerID } });
    const conditions = [
      { type: "Ready", status: "True", reason: "Running", message: "", lastTransitionTime: new Date().toISOString() },
    ];
    await this.#patchStatus(StageMachine, object, {
      initialization: { provisioned: true },
      addresses: [{ type: "InternalIP", address: "10.0.0.7" }],
      conditions,
    });
    await this.#createNode(object, providerID);
    await this.#event(object, { reason: "Provisioned", note: `the machine runs as ${providerID}` });
    return "done";
  }

  async #deleteMachine(object: UnstructuredObject): Promise<Pass> {
    await this.#client.delete(Node, { namespace: "", name: object.metadata.name ?? "" });
    await this.#patch(StageMachine, object, { metadata: { finalizers: [] } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    return "done";
  }

  async #createNode(machine: UnstructuredObject, providerID: string): Promise<void> {
    const { name = "" } = machine.metadata;
    const conditions = healthyNode.map((condition) => ({ ...condition }));
    const node = { apiVersion: "v1", kind: "Node", metadata: { name }, spec: { providerID } } as const;
    await this.#written(machine, { verb: "create" }, () =>
      this.#client.create(Node, { ...node, status: { conditions } }),
    );
  }

  async #event(
    object: UnstructuredObject,
    { reason, note }: { readonly reason: string; readonly note: string },
  ): Promise<void> {
    const { name = "", namespace = "", uid = "" } = object.metadata;
    const { apiVersion, kind } = object;
    const time = new Date().toISOString();
    await this.#client.create(Event, {
      apiVersion: "v1",
      kind: "Event",
      metadata: { namespace, generateName: `${name}.` },
      involvedObject: { apiVersion, kind, namespace, name, uid },
      type: "Normal",
      reason,
      message: note,
      lastTimestamp: time,
      count: 1,
    });
  }

  async #condition(
    object: UnstructuredObject,
    condition: { readonly status: string; readonly reason: string; readonly message: string },
  ): Promise<void> {
    const conditions = [{ type: "Ready", lastTransitionTime: new Date().toISOString(), ...condition }];
    await this.#patchStatus(StageMachine, object, { conditions });
  }

  async #patch(
    resource: Resource<UnstructuredObject>,
    object: UnstructuredObject,
    body: object,
    subresource?: string,
  ): Promise<void> {
    const options = subresource === undefined ? {} : { subresource };
    await this.#written(object, { verb: "patch", ...options }, () =>
      this.#client.patch(resource, keyOf(object), { type: "merge", body, ...options }),
    );
  }

  /** Writes, and reports it as what the reconcile of an object did. */
  async #written(
    reconciled: UnstructuredObject,
    write: Pick<WriteTrace, "verb" | "subresource">,
    send: () => Promise<KubeObject>,
  ): Promise<void> {
    const at = Date.now();
    const stored = await send();
    const { apiVersion, kind, metadata } = stored;
    const object = { apiVersion, kind, ...keyOf(stored), resourceVersion: metadata.resourceVersion };
    const run = { reconcileId: this.#run, controller: reconciled.kind.toLowerCase(), key: keyOf(reconciled) };
    this.#source.trace({ type: "write", at, ...run, ...write, object, ms: Date.now() - at, answer: "stored" });
  }

  #patchStatus(resource: Resource<UnstructuredObject>, object: UnstructuredObject, status: object): Promise<void> {
    return this.#patch(resource, object, { status }, "status");
  }
}

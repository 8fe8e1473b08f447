// The watch of one kind in one workload cluster: list, watch, reconnect. Nothing of an object is kept but a hash, the keys that it stands for, and what the author wants of it, within limits: the server belongs to a tenant, who decides how many
// objects there are and how large they are.
import { hash } from "node:crypto";
import type { Cluster } from "@capstan/api/core/v1beta2";
import {
  type Client,
  type Clock,
  isExpired,
  isNotFound,
  isVersionTooLarge,
  sleep,
  StuckWatch,
  type WatchEvent,
} from "@capstan/client";
import { errorOf, formatKey, isCapstanError, keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
import { compareResourceVersions, type Logger, type MappedKeys } from "@capstan/operator";
import type { WorkloadContext, WorkloadWatch } from "../authoring/workload-watch.ts";
import { kitErrors } from "../kit-errors.ts";
import { boundedList, selectOf } from "./bounded-list.ts";
import type { KeptParts } from "./kept-parts.ts";
import { leftOutLog, withinLimit } from "./map-limit.ts";
import type { RemoteClusters } from "./remote-clusters.ts";
import { RepeatTimer } from "./repeat-timer.ts";
import { keptName, longestName, type Seen, SeenObjects } from "./seen-objects.ts";
import { backoffMs, EventPauses, reconnectMs, spread } from "./watch-waits.ts";
import { fixedMessage, rawMessage } from "./workload-problems.ts";

/** What a watch works with. */
export interface ClusterWatchDeps {
  readonly watch: WorkloadWatch;
  readonly remote: Pick<RemoteClusters, "connect">;
  readonly clock: Clock;
  readonly log: Logger;
  /** The Cluster as it is now. */
  readonly clusterOf: () => Cluster | undefined;
  readonly context: Omit<WorkloadContext, "cluster">;
  readonly push: (keys: readonly ObjectKey[]) => void;
  /** Where parts of the objects are kept, if the watch keeps some. */
  readonly kept?: KeptParts | undefined;
  /** The objects of the Cluster that the controller reconciles. They stand for the keys that are not kept. */
  readonly objectsOf: (cluster: Cluster) => readonly ObjectKey[];
  /** Called when the cluster has been listed for the first time. */
  readonly listed?: (cluster: Cluster) => void;
}

/** How often a failing `toKeys` is called, until the object changes. */
export const mostMapTries = 10;
/** A cluster that has more than is kept is looked at again after this time, or half of it. */
const tooMuchMs = 600_000;
const tooMuch = ["workload/too-many-objects", "workload/name-too-long"] as const;
/** A watch that ended sooner has failed: whatever it sent, and without an event or bookmark. */
const shortestMs = { any: 1000, silent: 10_000 } as const;

/** One watch of one workload cluster. */
export class ClusterWatch {
  readonly #deps: ClusterWatchDeps;
  readonly #seen = new SeenObjects();
  /** Where the next watch goes on; undefined: it is listed first. */
  #version: string | undefined;
  /** A hash of the kubeconfig of the last connection. */
  #kubeconfig: string | undefined;
  /** The newest version that was read. */
  #newest: string | undefined;
  #failures = 0;
  /** Whether a failed `toKeys` is repeated: the cluster is listed again for that, because objects are not kept. */
  #isMapDue = false;
  /** How many lists in a row had a `toKeys` that failed. */
  #mapFailures = 0;
  /** Whether an object has changed or gone of which not all keys were kept. */
  #isClusterDue = false;
  #hasCut = false;
  readonly #onLeftOut: () => void;
  readonly #stuck = new StuckWatch();
  readonly #pauses: EventPauses;
  /** Whether the watch of this connection has sent an event or bookmark. */
  #hasHeard = false;
  /** Since when the watch of this connection is open. */
  #watchedSince: number | undefined;
  readonly #tried = Promise.withResolvers<void>();
  /** Resolves when the cluster has been listed once, or the first attempt has failed. */
  readonly tried: Promise<void> = this.#tried.promise;

  constructor(deps: ClusterWatchDeps) {
    this.#deps = deps;
    this.#pauses = new EventPauses(deps.clock);
    this.#onLeftOut = leftOutLog(deps.log, { kind: deps.watch.resource.kind });
  }

  /** Watches until the signal aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await this.#once(signal);
      this.#tried.resolve();
      if (waitMs > 0) await sleep(this.#deps.clock, waitMs, signal);
    }
  }

  /** One connection; returns how long to wait before the next. */
  async #once(signal: AbortSignal): Promise<number> {
    const { clusterOf, log, remote } = this.#deps;
    const cluster = clusterOf();
    this.#watchedSince = undefined;
    this.#hasHeard = false;
    if (this.#isMapDue) this.#version = undefined;
    if (cluster === undefined) return this.#spread(reconnectMs);
    try {
      const workload = await remote.connect(cluster, { log, signal });
      if (!workload.connected) {
        log.debug("Workload cluster not watched", { reason: workload.reason, message: workload.message });
        return this.#spread(reconnectMs);
      }
      const { client, ended } = workload;
      const kubeconfig = hashOf(workload.kubeconfig);
      // It may name another server, where a version stands for other objects.
      if (kubeconfig !== this.#kubeconfig) this.#version = undefined;
      this.#kubeconfig = kubeconfig;
      const isRepeat = await this.#follow(client, cluster, AbortSignal.any([signal, ended]));
      // A new kubeconfig is used at once.
      return signal.aborted || ended.aborted || isRepeat ? 0 : this.#ended();
    } catch (error) {
      return signal.aborted ? 0 : this.#failed(error);
    }
  }

  /** A watch ended without an error; returns how long to wait. */
  #ended(): number {
    const { log, watch } = this.#deps;
    const waitMs = this.#hasLived() ? 0 : this.#backoff();
    if (this.#hasHeard) return waitMs;
    this.#stuck.ended();
    if (this.#stuck.needsList) this.#version = undefined;
    log.warn("Workload watch ended without an event or bookmark", {
      kind: watch.resource.kind,
      retryMs: Math.round(waitMs),
    });
    return waitMs;
  }

  #failed(error: unknown): number {
    const { log, watch } = this.#deps;
    if (this.#watchedSince !== undefined) this.#stuck.ended(error);
    const isTooMuch = tooMuch.some((code) => isCapstanError(error, code));
    // What was too much may no longer be there when it is tried again, and the watch would meet it again.
    if (isTooMuch || this.#stuck.needsList || isExpired(error) || isVersionTooLarge(error)) this.#version = undefined;
    if (isNotFound(error)) this.#wasUnserved();
    const isTooMany = isCapstanError(error, "workload/too-many-objects");
    // Lists that did not end may have had as many objects each.
    if (isTooMany || this.#seen.size > watch.mostObjects) this.#forgetMost();
    const waitMs = isTooMuch ? this.#spread(tooMuchMs) : this.#backoff();
    const fields = { kind: watch.resource.kind, retryMs: Math.round(waitMs) };
    log.warn("Workload watch failed", { ...fields, error: fixedMessage(error, "the watch failed") });
    log.debug("Workload watch failed, as the server says it", { ...fields, error: rawMessage(error) });
    return waitMs;
  }

  /** The kind is not served: a pass may have taken the 404 of a write for a deletion, so each object has one when it is listed again. */
  #wasUnserved(): void {
    this.#version = undefined;
    this.#seen.forgetStates();
  }

  /** With too many objects. What was seen is compared with the next list, which finds what is deleted until then; when that is too much as well, the objects of the Cluster stand for it: after each attempt, and after the next list, which may be days away. */
  #forgetMost(): void {
    this.#version = undefined;
    this.#deps.kept?.clear();
    if (this.#seen.size > this.#deps.watch.mostObjects) {
      this.#seen.clear();
      this.#isClusterDue = true;
    }
    const cluster = this.#deps.clusterOf();
    if (this.#isClusterDue && cluster !== undefined) this.#deps.push(this.#deps.objectsOf(cluster));
  }

  /** Whether the last connection was a good one, whatever it sent: a server that sends an event and closes would be called without an end. */
  #hasLived(): boolean {
    const leastMs = this.#hasHeard ? shortestMs.any : shortestMs.silent;
    return this.#watchedSince !== undefined && this.#deps.clock.now() - this.#watchedSince >= leastMs;
  }

  #backoff(): number {
    this.#failures = this.#hasLived() ? 1 : this.#failures + 1;
    return backoffMs(this.#deps.clock, this.#failures);
  }

  #spread(ms: number): number {
    return spread(this.#deps.clock, ms);
  }

  /** Returns whether it ended for a new list: a failed `toKeys` is repeated, or what did not fit is kept. */
  async #follow(client: Client, cluster: Cluster, signal: AbortSignal): Promise<boolean> {
    const { watch, clock, kept } = this.#deps;
    const { resource } = watch;
    if (this.#version !== undefined) await this.#compareVersions(client, signal);
    if (this.#version === undefined) await this.#list(client, cluster, signal);
    this.#tried.resolve();
    this.#watchedSince = clock.now();
    const at = this.#version === undefined ? {} : { resourceVersion: this.#version };
    const again = new RepeatTimer(clock);
    const until = AbortSignal.any([signal, again.signal]);
    const repeat = (): void => {
      if (this.#isMapDue) again.start(backoffMs(clock, this.#mapFailures + 1));
      else if (kept?.hasRoom === true) again.start(this.#spread(reconnectMs));
    };
    try {
      repeat();
      for await (const events of client.watchOnce(resource, { ...selectOf(watch), ...at, lean: true, signal: until })) {
        for (const event of events) {
          const handle = async (): Promise<void> => {
            await this.#handle(event, this.#clusterNow(cluster));
            this.#pushCluster(cluster);
            repeat();
            this.#reached(event.object.metadata.resourceVersion ?? this.#version);
            this.#hasHeard = true;
            this.#stuck.reset();
          };
          await this.#pauses.around({ event, handle }, until);
          if (until.aborted) return again.signal.aborted;
        }
      }
      return again.signal.aborted;
    } finally {
      if (again.signal.aborted) this.#version = undefined;
      again.cancel();
    }
  }

  #reached(version: string | undefined): void {
    this.#version = version;
    this.#newest = version ?? this.#newest;
  }

  /** A server that was restored from a backup accepts a version that it has not reached, and is silent until it has: it is listed again. */
  async #compareVersions(client: Client, signal: AbortSignal): Promise<void> {
    // Without selectors, which could make the server search all objects for a single match.
    const only = { metadataOnly: true, limit: 1, beforeWatch: true } as const;
    const { metadata } = await client.list(this.#deps.watch.resource, { ...only, signal });
    this.#compare(metadata.resourceVersion);
  }

  /** At an older version than before, the server has other objects of versions that were seen. */
  #compare(version: string | undefined): void {
    const { log, watch } = this.#deps;
    if ((compareResourceVersions(version ?? "", this.#newest ?? "") ?? 0) >= 0) return;
    log.warn("The workload cluster is at an older version than before: it was restored from a backup", {
      kind: watch.resource.kind,
    });
    this.#version = undefined;
    this.#newest = version;
    this.#seen.forgetStates();
  }

  async #list(client: Client, cluster: Cluster, signal: AbortSignal): Promise<void> {
    const { watch, push, kept } = this.#deps;
    const listed = new Set<string>();
    this.#isMapDue = false;
    const tooMany = (): Error => this.#tooMany();
    for await (const { objects, version, isFirst, isLast } of boundedList(client, { watch, signal, tooMany })) {
      if (isFirst) this.#compare(version);
      for (const object of objects) {
        listed.add(this.#nameOf(object));
        await this.#changed(object, this.#clusterNow(cluster));
      }
      this.#reached(isLast ? version : undefined);
    }
    this.#stuck.reset();
    this.#mapFailures = this.#isMapDue ? this.#mapFailures + 1 : 0;
    for (const [name, seen] of this.#seen.entries()) {
      if (listed.has(name)) continue;
      this.#seen.delete(name);
      push(this.#keysBefore(seen));
      kept?.delete(name);
    }
    this.#pushCluster(cluster);
    if (kept === undefined || kept.isListed) return;
    kept.isListed = true;
    this.#deps.listed?.(this.#clusterNow(cluster));
  }

  async #handle({ type, object }: WatchEvent, cluster: Cluster): Promise<void> {
    if (type === "BOOKMARK") return;
    const name = this.#nameOf(object);
    if (type !== "DELETED") {
      if (!this.#seen.has(name) && this.#seen.size >= this.#deps.watch.mostObjects) throw this.#tooMany();
      return await this.#changed(object, cluster);
    }
    const known = this.#seen.get(name);
    this.#seen.delete(name);
    this.#deps.kept?.delete(name);
    this.#deps.push([...this.#keysBefore(known), ...((await this.#keysOf(object, cluster)) ?? [])]);
  }

  async #changed(object: KubeObject, cluster: Cluster): Promise<void> {
    const { push } = this.#deps;
    const name = this.#nameOf(object);
    const state = this.#stateOf(object);
    // Also of a change that does not count; and before the pass that reads it.
    this.#keep(object, name);
    const known = this.#seen.get(name);
    const isSame = known?.state === state;
    if (isSame && known.failures === undefined) return;
    const keys = await this.#keysOf(object, cluster);
    const before = this.#keysBefore(known);
    push([...before, ...(keys ?? [])]);
    if (keys !== undefined) return this.#remember(name, { state, keys, isCut: false });
    const failures = ((isSame ? known.failures : undefined) ?? 0) + 1;
    this.#remember(name, { state, keys: before, isCut: known?.isCut ?? false, failures });
    if (failures < mostMapTries) this.#isMapDue = true;
  }

  #remember(name: string, seen: Seen): void {
    const { log, watch } = this.#deps;
    if (!this.#seen.set(name, seen).isCut || this.#hasCut) return;
    this.#hasCut = true;
    log.warn("Workload map returned more keys than are kept: the objects of the Cluster stand for them", {
      kind: watch.resource.kind,
      keys: seen.keys.length,
    });
  }

  /** The keys of the last call. */
  #keysBefore(known: Seen | undefined): readonly ObjectKey[] {
    if (known?.isCut === true) this.#isClusterDue = true;
    return known?.keys ?? [];
  }

  /** Once for many objects: a tenant may have thousands with too many keys. */
  #pushCluster(cluster: Cluster): void {
    if (!this.#isClusterDue) return;
    this.#isClusterDue = false;
    this.#deps.push(this.#deps.objectsOf(this.#clusterNow(cluster)));
  }

  /** A connection may last for hours, and the Cluster changes meanwhile; one that was just deleted is as it was. */
  #clusterNow(cluster: Cluster): Cluster {
    return this.#deps.clusterOf() ?? cluster;
  }

  /** A hash, or a short version: what a tenant writes may be long. Where the author's function throws, every change counts. */
  #stateOf(object: KubeObject): string {
    const { log, watch } = this.#deps;
    const { uid = "", resourceVersion = "" } = object.metadata;
    const version = `${uid}/${resourceVersion}`;
    try {
      return watch.stateOf === undefined ? shortened(version) : hashOf(watch.stateOf(object));
    } catch (error) {
      const fields = { kind: watch.resource.kind, error: fixedMessage(error, rawMessage(error)) };
      log.error("Workload stateOf failed", fields);
      return shortened(version);
    }
  }

  #keep(object: KubeObject, name: string): void {
    const { kept, log, watch } = this.#deps;
    try {
      kept?.put(name, watch.keep?.(object));
    } catch (error) {
      kept?.fail(name);
      log.error("Workload keep failed", { kind: watch.resource.kind, error: fixedMessage(error, rawMessage(error)) });
    }
  }

  /** A function that throws, or does not end, for one object of a tenant, ends nothing; undefined is a failure. */
  async #keysOf(object: KubeObject, cluster: Cluster): Promise<readonly ObjectKey[] | undefined> {
    const { clock, context, log, watch } = this.#deps;
    const call = (signal: AbortSignal): MappedKeys => watch.toKeys(object, { ...context, signal, cluster });
    try {
      return await withinLimit(call, { clock, signal: context.signal, onLeftOut: this.#onLeftOut });
    } catch (error) {
      if (context.signal.aborted) return undefined;
      log.error("Workload map failed", { kind: watch.resource.kind, error: fixedMessage(error, rawMessage(error)) });
      return undefined;
    }
  }

  #nameOf(object: KubeObject): string {
    return keptName(object, () => this.#problem("workload/name-too-long", longestName));
  }

  #tooMany(): Error {
    return this.#problem("workload/too-many-objects", this.#deps.watch.mostObjects);
  }

  #problem(code: (typeof tooMuch)[number], most: number): Error {
    const { clusterOf, watch } = this.#deps;
    const cluster = clusterOf();
    const name = cluster === undefined ? "" : formatKey(keyOf(cluster));
    return errorOf(kitErrors, code, { values: { kind: watch.resource.kind, cluster: name, most } });
  }
}

/** The uid and the version of an object of Kubernetes have some 45 characters, and a hash 44. */
const longestVersion = 64;

function shortened(version: string): string {
  return version.length <= longestVersion ? version : hashOf(version);
}

function hashOf(value: string): string {
  return hash("sha256", value, "base64");
}

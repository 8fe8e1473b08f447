// What a manager is made of and what it offers. Implemented by manager.ts.
import type { Client, Clock } from "@capstan/client";
import type { KubeObject, Resource } from "@capstan/kube";
import type { ServerOptions } from "@capstan/serve";
import type { Cache } from "./cache.ts";
import type { ControllerOptions } from "./controller-options.ts";
import type { Logger } from "./logger.ts";

/** How managers of several processes agree on the one that works. */
export interface LeaderElectionOptions {
  /** The Lease's name. */
  readonly name: string;
  /** The Lease's namespace. Default: that of the client's credentials. */
  readonly namespace?: string;
  /** Who this process is. Default: the host's name and a random part. */
  readonly identity?: string;
  /** How long others wait for a leader that is gone. Default: 15 s. */
  readonly leaseMs?: number;
  /** How long a leader may fail to renew before it stops working. Default: 10 s. */
  readonly renewMs?: number;
  /** How often to try. Default: 2 s. */
  readonly retryMs?: number;
}

/** How a manager caches one kind. */
export interface CacheOptions {
  readonly resource: Resource;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** What a manager is made of. Addresses are written as in Go, ":9440"; "0" serves nothing. */
export interface ManagerOptions {
  readonly client: Client;
  /** Watches this namespace alone. Default: all. */
  readonly namespace?: string;
  /** Kinds of which not every object is cached. */
  readonly cache?: readonly CacheOptions[];
  /** Default: none, this process works at once. */
  readonly leaderElection?: LeaderElectionOptions;
  /** Where `/healthz` and `/readyz` are served. Default: nowhere. */
  readonly healthAddress?: string;
  /** Where `/metrics` is served; prom-client is loaded only when it is. Default: nowhere. */
  readonly metricsAddress?: string;
  /** Who the events come from. Default: "capstan". */
  readonly eventSource?: string;
  /** How long running reconciles may take to end when the manager stops. Default: 30 s. */
  readonly shutdownMs?: number;
  /** How long the caches may take to be filled before the start fails. Default: 2 min. */
  readonly cacheSyncMs?: number;
  /** Default: JSON lines by pino on standard output. */
  readonly log?: Logger;
  readonly clock?: Clock;
}

/** Something besides controllers that lives as long as the manager. */
export interface Runnable {
  readonly name: string;
  /** Whether only the leader runs it. Default: true. */
  readonly needsLeader?: boolean;
  /** Runs until the signal aborts; ending early is fine, rejecting stops the manager. */
  run(signal: AbortSignal): Promise<void>;
}

/** Runs controllers on one API server. */
export interface Manager {
  readonly client: Client;
  readonly cache: Cache;
  /** Adds a controller; before `run`. */
  addController<T extends KubeObject>(options: ControllerOptions<T>): void;
  /** Adds something that lives as long as the manager; before `run`. */
  add(runnable: Runnable): void;
  /** Adds a server (webhooks): it listens before the caches fill, because the API server may need it to answer. Its host is every address unless given. Before `run`. */
  addServer(options: ServerOptions): void;
  /** Adds a check to `/readyz`. */
  addReadyCheck(name: string, check: () => boolean | Promise<boolean>): void;
  /**
   * Starts everything in order, and resolves when the signal has aborted and everything has stopped. Rejects when the start
   * fails, when leadership is lost, and when running reconciles outlast `shutdownMs`: the process should then exit with 1.
   */
  run(signal: AbortSignal): Promise<void>;
}

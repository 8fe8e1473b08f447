// One call of the `map` of a watch: its context, its time limit and its signal. They are made when they are first used, because most calls need none of them.
import { type Client, type Clock, withTimeLimit } from "@capstan/client";
import { formatKey, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { CacheReader } from "../cache/cache.ts";
import { operatorError } from "../operator-errors.ts";
import type { MapContext } from "./controller-options.ts";

/** What a call consists of. */
export interface MapCallParts {
  readonly resource: Resource;
  readonly object: KubeObject;
  readonly cache: CacheReader;
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How long a call may take. */
const longestMs = 30_000;

/** The context of one call. */
export class MapCall implements MapContext {
  readonly cache: CacheReader;
  readonly #parts: MapCallParts;
  #controller: AbortController | undefined;
  #ended: { readonly reason: unknown } | undefined;
  #log: Logger | undefined;
  #client: MapContext["client"] | undefined;

  constructor(parts: MapCallParts) {
    this.#parts = parts;
    this.cache = parts.cache;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ended !== undefined) this.#controller.abort(this.#ended.reason);
    return this.#controller.signal;
  }

  get log(): Logger {
    const { log, resource, object } = this.#parts;
    return (this.#log ??= log.child({ kind: resource.kind, object: formatKey(keyOf(object)) }));
  }

  get client(): MapContext["client"] {
    return (this.#client ??= this.#bound());
  }

  /** Ends the calls of the context. */
  end(reason: unknown): void {
    this.#ended ??= { reason };
    this.#controller?.abort(reason);
  }

  /** What a promise resolves to; rejects, and ends the calls of the context, also when it takes too long or the signal aborts. */
  async result<T>(promise: Promise<T>, stop: AbortSignal): Promise<T> {
    const { clock, resource } = this.#parts;
    const late = (): Error => operatorError("operator/map-timeout", { kind: resource.kind, seconds: longestMs / 1000 });
    try {
      return await withTimeLimit(promise, { clock, ms: longestMs, signal: stop, late });
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  #bound(): MapContext["client"] {
    const { client } = this.#parts;
    const until = <O extends { readonly signal?: AbortSignal }>(options?: O): O & { readonly signal: AbortSignal } => {
      const given = options?.signal;
      const signal = given === undefined ? this.signal : AbortSignal.any([given, this.signal]);
      // Options are optional only where no field of them is required.
      return { ...(options as O), signal };
    };
    return {
      get: (resource, key, options) => client.get(resource, key, until(options)),
      find: (resource, key, options) => client.find(resource, key, until(options)),
      list: (resource, options) => client.list(resource, until(options)),
      listAll: (resource, options) => client.listAll(resource, until(options)),
    };
  }
}

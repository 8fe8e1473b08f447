// Collects what a manager runs: controllers, runnables, servers, checks. manager-run.ts runs it.
// It installs no signal handlers and ends no process: the caller does.
import { type Client, type Clock, systemClock } from "@capstan/client";
import type { KubeObject } from "@capstan/kube";
import type { ProbeCheck, ServerOptions } from "@capstan/serve";
import type { Cache } from "./cache.ts";
import type { ControllerOptions } from "./controller-options.ts";
import { engineError } from "./engine-errors.ts";
import { InformerSet } from "./informer-set.ts";
import { type Logger, silentLogger } from "./logger.ts";
import type { Manager, ManagerOptions, Runnable } from "./manager-options.ts";
import { ManagerRun } from "./manager-run.ts";
import { isServed } from "./manager-servers.ts";
import { createPinoLogger } from "./pino-logger.ts";

/** Makes a manager; it does nothing before `run`. */
export function createManager(options: ManagerOptions): Manager {
  return new ControllerManager(options);
}

class ControllerManager implements Manager {
  readonly client: Client;
  readonly #options: ManagerOptions;
  readonly #clock: Clock;
  readonly #informers: InformerSet;
  readonly #controllers = new Map<string, ControllerOptions>();
  readonly #runnables: Runnable[] = [];
  readonly #servers: ServerOptions[] = [];
  readonly #readyChecks: Record<string, ProbeCheck> = {};
  #log: Logger = silentLogger;
  #started = false;

  constructor(options: ManagerOptions) {
    this.#options = options;
    this.client = options.client;
    this.#clock = options.clock ?? systemClock;
    const { client, namespace, cache } = options;
    this.#informers = new InformerSet({ client, namespace, cache, clock: this.#clock, log: () => this.#log });
  }

  get cache(): Cache {
    return this.#informers;
  }

  addController<T extends KubeObject>(options: ControllerOptions<T>): void {
    const { name } = options;
    this.#mustNotRun(`controller "${name}"`);
    if (this.#controllers.has(name)) throw engineError("engine/controller-twice", { name });
    // What a controller is given is of the kind that it asked for, so its own type is lost only to the manager.
    this.#controllers.set(name, options as unknown as ControllerOptions);
  }

  add(runnable: Runnable): void {
    this.#mustNotRun(runnable.name);
    this.#runnables.push(runnable);
  }

  addServer(options: ServerOptions): void {
    this.#mustNotRun("a server");
    this.#servers.push(options);
  }

  addReadyCheck(name: string, check: ProbeCheck): void {
    this.#readyChecks[name] = check;
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#mustNotRun("a second run");
    this.#started = true;
    this.#log = this.#options.log ?? (await createPinoLogger());
    const served = isServed(this.#options.metricsAddress);
    const prometheus = served ? (await import("./prometheus-metrics.ts")).createPrometheusMetrics() : undefined;
    const run = new ManagerRun({
      options: this.#options,
      clock: this.#clock,
      log: this.#log,
      informers: this.#informers,
      controllers: [...this.#controllers.values()],
      runnables: this.#runnables,
      servers: this.#servers,
      readyChecks: this.#readyChecks,
      prometheus,
    });
    await run.untilStopped(signal);
  }

  #mustNotRun(what: string): void {
    if (this.#started) throw engineError("engine/started", { what });
  }
}

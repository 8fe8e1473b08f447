// What an author gives to `run`.
import type { Client, ClientLimits } from "@capstan/client";
import type { MetricsRegistry } from "@capstan/operator";
import type { FeatureTable, FeatureValues, FlagTable, FlagValues, Logger } from "@capstan/process";
import type { ServerLimits } from "@capstan/serve";
import type { ManagerTimes } from "./provider-manager.ts";

/** What the function that creates a provider's services may use. */
export interface ServiceEnvironment<F extends FlagTable = {}, G extends FeatureTable = {}> {
  /** The values of the provider's own flags. */
  readonly flags: FlagValues<F>;
  /** Which of the provider's features are on. */
  readonly features: FeatureValues<G>;
  /** Creates metrics of the provider's own, on the page of the manager. */
  readonly metrics: MetricsRegistry;
  /** A client of the management cluster, with the credentials that the manager uses. */
  readonly client: Client;
  /** The environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Aborts when the process is told to stop, and for services of the leader when leadership is lost. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** How a provider is run. */
export interface RunOptions<S, F extends FlagTable = {}, G extends FeatureTable = {}> {
  /**
   * Flags of this provider, in addition to those that every provider has. Their values are `flags` of the environment.
   * A name that is taken is the error `process/duplicate-flag`.
   */
  readonly flags?: F;
  /** Features of this provider, which `--feature-gates=Name=true,Other=false` switches. Their values are `features` of the environment. Default: none. */
  readonly features?: G;
  /** Limits of the webhooks' server: bytes, time, connections, size of JSON. Default: those of `@capstan/serve`. */
  readonly limits?: Partial<ServerLimits>;
  /**
   * Creates the services that controllers get as `ctx.services`. Called once, after the flags were read and the API server
   * answered that it serves every kind the provider needs; not called for `--describe` and `--help`. When it rejects, the
   * process writes the error and ends with 1. It has five seconds to end after the signal.
   */
  readonly services: (environment: ServiceEnvironment<F, G>) => Promise<S>;
  /**
   * Where services are created: in every replica, before anything starts; or only in the leader, before its controllers start, for example for a session that a cloud gives once. Webhooks, and runnables
   * that do not need the leader, run everywhere and need the first (`run/leader-services`). Default: "everywhere".
   */
  readonly servicesOn?: "everywhere" | "leader";
  /**
   * How much the API servers of workload clusters may send, for example `{ answerBytes: 64 * 2 ** 20 }` for large ConfigMaps. Their owners are not
   * trusted: with more, they can use more memory and time of this process. Default: `foreignLimits` of `@capstan/client`.
   */
  readonly workloadLimits?: Partial<ClientLimits>;
  /** Options of the manager that no flag sets. */
  readonly manager?: ManagerTimes;
}

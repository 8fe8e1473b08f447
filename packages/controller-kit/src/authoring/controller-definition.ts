// A controller as a value: what kit.infraCluster and its siblings return. Nothing runs until src/run/ gives it a manager;
// describe, RBAC and tests read the same value.
import type { Resource } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { AnyResult } from "./result.ts";
import type { Watch } from "./watch.ts";

/** Which workflow a controller follows. */
export type Role = "InfraCluster" | "InfraMachine" | "plain";

/** The author's functions with their types erased: workflow/pass.ts calls them with the data of the role. */
export interface AuthorFunctions {
  readonly reconcile: (pass: object, ctx: object) => Promise<AnyResult>;
  readonly delete: ((pass: object, ctx: object) => Promise<AnyResult>) | undefined;
}

/** A controller that needs the services S. */
export interface ControllerDefinition<in S = never> {
  readonly role: Role;
  readonly resource: Resource;
  /** The InfraCluster kind of an InfraMachine controller. */
  readonly infraCluster: Resource | undefined;
  readonly conditions: ConditionTypes;
  readonly watches: readonly Watch[];
  readonly concurrency: number;
  readonly author: AuthorFunctions;
  /** Carries S for inference only; never set. */
  readonly "~services"?: (services: S) => void;
}

/** What the builders start from; defaults are filled in here, once. */
export interface DefinitionInput {
  readonly role: Role;
  readonly resource: Resource;
  readonly infraCluster?: Resource;
  readonly options: {
    readonly conditions?: ConditionTypes;
    readonly watches?: readonly Watch[];
    readonly concurrency?: number;
    readonly reconcile: unknown;
    readonly delete?: unknown;
  };
}

/** The definition behind a builder call. The author's functions lose their types here and nowhere else. */
export function defineController<S>({
  role,
  resource,
  infraCluster,
  options,
}: DefinitionInput): ControllerDefinition<S> {
  return {
    role,
    resource,
    infraCluster,
    conditions: options.conditions ?? {},
    watches: options.watches ?? [],
    concurrency: options.concurrency ?? 10,
    author: { reconcile: options.reconcile, delete: options.delete } as AuthorFunctions,
  };
}

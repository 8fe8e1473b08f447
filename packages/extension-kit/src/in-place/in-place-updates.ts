// Updates of machines in place: one declaration of what can change, and the handlers of the three hooks that come from it.
import type {
  CanUpdateMachineRequest,
  CanUpdateMachineSetRequest,
  UpdateMachineRequest,
} from "@capstan/api/hooks/v1alpha1";
import type { Resource } from "@capstan/kube";
import type { HookContext } from "../authoring/context.ts";
import type { BlockingResult, HandlerWithOptions } from "../authoring/handlers.ts";
import type { MachinePatches, MachineSetPatches } from "../authoring/patches.ts";
import { proceed, type Proceed } from "../authoring/results.ts";
import type { SettingDeclarations, Settings } from "../authoring/settings.ts";
import { extensionError } from "../errors.ts";
import { type Claims, isCompared, machinePatches, machineSetPatches } from "./can-update.ts";
import { claimsIn, type InPlacePath, readPaths } from "./claimed-paths.ts";
import { type MachineUpdater, machineUpdater } from "./update-machine.ts";

/** What can change in place, and how. */
export interface InPlaceUpdates<D extends SettingDeclarations> {
  /** Paths below `spec` of the Machine, for example "/version". Default: none. */
  readonly machine?: readonly InPlacePath<Settings<D>>[];
  /** Kinds of infrastructure machines and bootstrap configs, with paths below their `spec`. Those below `spec.template.spec` of their templates are the same. */
  readonly kinds?: readonly { readonly kind: Resource; readonly paths: readonly InPlacePath<Settings<D>>[] }[];
  /** Updates a machine. */
  readonly update: MachineUpdater<Settings<D>>;
  /** The settings of the extension, as `defineExtension` is given them: they type `context.settings`. */
  readonly settings?: D;
}

/** The handlers of the hooks of updates in place. */
export interface InPlaceHandlers<S> {
  readonly canUpdateMachine: HandlerWithOptions<CanUpdateMachineRequest, Proceed<MachinePatches>, S>;
  readonly canUpdateMachineSet: HandlerWithOptions<CanUpdateMachineSetRequest, Proceed<MachineSetPatches>, S>;
  readonly updateMachine: HandlerWithOptions<UpdateMachineRequest, BlockingResult, S>;
}

/**
 * Creates the handlers of CanUpdateMachine, CanUpdateMachineSet and UpdateMachine from one declaration of what can change in place.
 *
 * The first two answer with patches for the changes at the declared paths, and for no others. When nothing else has changed, the patched objects are as desired, and Cluster API
 * updates the machines in place; otherwise it replaces them, and a line of the log names the other changes. The third calls `read`, and `start` when the machine is outdated,
 * until `read` returns `updated`: the state is where `read` finds it, so that restarts of the extension do not matter.
 *
 * A management cluster may have one handler of each of these hooks. Throws `extension/in-place-path` for a path that is no JSON pointer, and for one of the Machine that Cluster
 * API does not compare; `extension/in-place-kind` for a kind that is declared twice, and `extension/in-place-template` for that of a template.
 *
 * @example
 * const extension = defineExtension({
 *   ...inPlaceUpdates({
 *     kinds: [{ kind: FooMachine, paths: ["/memory", "/disks/*\/size"] }],
 *     update: {
 *       read: async ({ machine, digest }) => ((await digestOn(machine)) === digest ? { state: "updated" } : { state: "outdated" }),
 *       start: async ({ machine, digest }) => resize(machine, digest),
 *     },
 *   }),
 * });
 */
export function inPlaceUpdates<const D extends SettingDeclarations = SettingDeclarations>(
  updates: InPlaceUpdates<D>,
): InPlaceHandlers<Settings<D>> {
  const claims = claimsOf(updates);
  return {
    canUpdateMachine: { handle: (request, ctx) => proceed(machinePatches(request, claims(ctx), ctx.log)) },
    canUpdateMachineSet: { handle: (request, ctx) => proceed(machineSetPatches(request, claims(ctx), ctx.log)) },
    updateMachine: { handle: machineUpdater(updates.update) },
  };
}

/** Reads what is declared; what can change may depend on the call. */
function claimsOf<D extends SettingDeclarations>({
  machine = [],
  kinds = [],
}: Pick<InPlaceUpdates<D>, "machine" | "kinds">): (context: HookContext<Settings<D>>) => Claims {
  const ofMachine = readPaths("Machine", machine);
  for (const { steps } of ofMachine)
    if (!isCompared(steps))
      throw extensionError("extension/in-place-path", { path: `/${steps.join("/")}`, owner: "Machine" });
  const seen = new Set<string>();
  for (const { kind } of kinds) {
    const machine = kind.kind.replace(/Template$/, "");
    if (machine !== kind.kind) throw extensionError("extension/in-place-template", { kind: kind.kind, machine });
    const id = `${kind.kind} of ${kind.apiVersion}`;
    if (seen.has(id)) throw extensionError("extension/in-place-kind", { kind: kind.kind, apiVersion: kind.apiVersion });
    seen.add(id);
  }
  const ofKinds = kinds.map(({ kind, paths }) => ({ resource: kind, read: readPaths(kind.kind, paths) }));
  return (context) => ({
    machine: claimsIn(context, ofMachine),
    kinds: ofKinds.map(({ resource, read }) => ({ resource, claims: claimsIn(context, read) })),
  });
}

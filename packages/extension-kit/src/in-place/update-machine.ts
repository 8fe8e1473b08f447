// The update of a machine as Cluster API calls for it: again and again until it is done. What has been done is read in each call from where it is true, so
// that neither a restart nor a second replica of the extension makes a difference.
import { createHash } from "node:crypto";
import type { UpdateMachineRequest, UpdateMachineRequestObjects } from "@capstan/api/hooks/v1alpha1";
import { type DurationString, isJsonObject } from "@capstan/kube";
import type { HookContext } from "../authoring/context.ts";
import type { BlockingResult } from "../authoring/handlers.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";

/** What a machine is to be. */
export interface MachineUpdate extends UpdateMachineRequestObjects {
  /**
   * Identifies what is desired: the same for the same specs of all objects, whatever their order of fields. Keep it with an update that was started (an annotation, a tag
   * of the real machine): another one means that something else is desired by now.
   */
  readonly digest: string;
}

/** How far the update of a machine is. */
export type MachineUpdateState =
  /** The machine is not as desired, and nothing changes it: `start` is called. */
  | { readonly state: "outdated" }
  /** It is being changed. */
  | { readonly state: "updating"; readonly message?: string; readonly after?: DurationString }
  /** It is as desired. */
  | { readonly state: "updated" }
  /** The change failed, and a person has to do something. Cluster API calls again, with growing delays. */
  | { readonly state: "failed"; readonly message: string };

/** The author's functions of an update. */
export interface MachineUpdater<S = Readonly<Record<string, string>>> {
  /**
   * Reads how far the update is from the machine itself, or from what `start` wrote down. Called in each call, and it must change nothing.
   */
  readonly read: (update: MachineUpdate, context: HookContext<S>) => MachineUpdateState | Promise<MachineUpdateState>;
  /**
   * Starts the change of an outdated machine; after that, `read` must return another state. It may be called again for the same machine, when the extension was restarted
   * before `read` could know of it: it must be safe to repeat.
   */
  readonly start: (update: MachineUpdate, context: HookContext<S>) => void | Promise<void>;
  /** When Cluster API calls again while a machine is updated, unless the state says so itself. Default: "10s". */
  readonly after?: DurationString;
}

/** Creates the function of the hook UpdateMachine. */
export function machineUpdater<S>(
  updater: MachineUpdater<S>,
): (request: UpdateMachineRequest, context: HookContext<S>) => Promise<BlockingResult> {
  // A call that took too long is still at work when Cluster API calls again.
  const starting = new Set<string>();
  const { after = "10s" } = updater;
  return async ({ desired }, context) => {
    const update: MachineUpdate = { ...desired, digest: digestOf(desired) };
    const { namespace = "", name = "" } = desired.machine.metadata;
    const key = `${namespace}/${name}`;
    if (starting.has(key)) return retryAfter(after, "the update is being started");
    const state = await updater.read(update, context);
    if (state.state !== "outdated") return answer(state, after);
    starting.add(key);
    try {
      context.signal.throwIfAborted();
      context.log.info("Starting the update of a machine in place", { digest: update.digest });
      await updater.start(update, context);
    } finally {
      starting.delete(key);
    }
    return retryAfter(after, "the update has been started");
  };
}

function answer(state: Exclude<MachineUpdateState, { state: "outdated" }>, after: DurationString): BlockingResult {
  switch (state.state) {
    case "updated":
      return proceed();
    case "updating":
      return retryAfter(state.after ?? after, state.message ?? "the machine is being updated");
    case "failed":
      return fail(state.message);
  }
}

function digestOf({ machine, infrastructureMachine, bootstrapConfig }: UpdateMachineRequestObjects): string {
  const specs = [machine.spec, infrastructureMachine["spec"], bootstrapConfig?.["spec"]];
  return createHash("sha256").update(JSON.stringify(specs, inOrder)).digest("hex").slice(0, 16);
}

/** Fields in the order of their names. */
function inOrder(_name: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, value[name]]),
  );
}

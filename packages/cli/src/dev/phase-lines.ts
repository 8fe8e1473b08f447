// The lines of dev about what objects go through: each new phase, each deletion, and the begin and the end of each rollout. In between, a MachineDeployment has no lines about
// its phases: it scales with each machine that is replaced.
import type { ReadableCondition } from "@capstan/contract/conditions";
import { formatKey, getAt, keyOf, type KubeObject, oneLine, parseApiVersion } from "@capstan/kube";
import { rolloutCondition, rolloutOf } from "../tree/rollout.ts";
import { inOneLine } from "../tree/short-words.ts";

/** A change of an object. */
interface ObjectChange {
  readonly type: string;
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
}

/** Where changes come from, and where lines go. */
export interface PhaseLines {
  readonly changes: (changed: (change: ObjectChange) => void) => () => void;
  readonly note: (line: string) => void;
}

/** Writes the lines until the function that is returned is called. */
export function followPhases({ changes, note }: PhaseLines): () => void {
  /** The objects that are rolled out, or were and have not been at rest since, with the phase of before. */
  const rollouts = new Map<string, { readonly phase: string | undefined; readonly isOver: boolean }>();
  return changes(({ type, object, previous }) => {
    // Namespaces have phases, too, and are no part of a cluster's life.
    if (parseApiVersion(object.apiVersion).group === "") return;
    const [phase, before] = [phaseOf(object), previous && phaseOf(previous)];
    const name = `${object.kind} ${formatKey(keyOf(object))}`;
    const say = (words: string): void => note(oneLine(`${name}: ${words}`));
    if (type === "DELETED" || object.metadata.deletionTimestamp !== undefined) rollouts.delete(name);
    if (type === "DELETED") {
      if (phase !== undefined || before !== undefined) say("deleted");
      return;
    }
    const condition = rolloutCondition(object);
    const known = rollouts.get(name);
    if (condition !== undefined && (known === undefined || known.isOver)) {
      rollouts.set(name, { phase: known?.phase ?? before, isOver: false });
      say(beginWords(object, condition));
    } else if (condition === undefined && known?.isOver === false) {
      rollouts.set(name, { ...known, isOver: true });
      say("rolled out");
    }
    const rollout = rollouts.get(name);
    if (rollout === undefined) {
      if (phase !== before && phase !== undefined) say(phase);
      return;
    }
    if (!rollout.isOver || scales(phase)) return;
    rollouts.delete(name);
    if (phase !== rollout.phase && phase !== undefined) say(phase);
  });
}

function phaseOf(object: KubeObject): string | undefined {
  const phase = getAt(object, ["status", "phase"]);
  return typeof phase === "string" && phase !== "" ? phase : undefined;
}

/** Whether the last machines of a rollout still come or go. */
function scales(phase: string | undefined): boolean {
  return phase === "ScalingUp" || phase === "ScalingDown";
}

/** How core begins the message, before the reasons. */
const outdated = /^Rolling out (\d+) not up-to-date replicas\s*/;

/** `rolling out 3 machines: Version v1.36.0, v1.37.0 required`. */
function beginWords(object: KubeObject, { message }: ReadableCondition): string {
  const [, count] = outdated.exec(message) ?? [];
  const machines = count === undefined ? "" : ` ${count} ${count === "1" ? "machine" : "machines"}`;
  const isByHand = (rolloutOf(object)?.toDelete ?? 0) > 0;
  const what = isByHand ? `waits until somebody deletes${machines}` : `rolling out${machines}`;
  const why = inOneLine(message.replace(outdated, ""));
  return why === "" ? what : `${what}: ${why}`;
}

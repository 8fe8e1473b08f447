// What the console shows of an object in a line: its place, its owner and how it is.
import { playedByLabel } from "@capstan/contract";
import { type ReadableCondition, readableConditions } from "@capstan/contract/conditions";
import { controllerOf, isJsonObject, keyOf, parseApiVersion, type UnstructuredObject } from "@capstan/kube";
import { objectState } from "../tree/object-state.ts";
import { versionsOf } from "../tree/object-versions.ts";
import { rejectedChangesOf, rejectionWords } from "../tree/rejected-changes.ts";
import { readySummary, unmetConditions } from "../tree/ready-summary.ts";
import { replicasOf } from "../tree/replicas.ts";
import { isClusterRollout, phaseInRollout, rolloutOf, rolloutWords } from "../tree/rollout.ts";
import { inOneLine } from "../tree/short-words.ts";
import type { ObjectRow } from "./wire.ts";

/** Objects are never modified, so that each has one row. */
const rows = new WeakMap<UnstructuredObject, ObjectRow>();

/** The row of an object. */
export function objectRow(id: string, object: UnstructuredObject): ObjectRow {
  const known = rows.get(object);
  if (known !== undefined) return known;
  const row = newRow(id, object);
  rows.set(object, row);
  return row;
}

function newRow(id: string, object: UnstructuredObject): ObjectRow {
  const { metadata, kind } = object;
  const { namespace, name } = keyOf(object);
  const spec = isJsonObject(object["spec"]) ? object["spec"] : {};
  const owner = controllerOf(object) ?? metadata.ownerReferences?.[0];
  return {
    id,
    group: parseApiVersion(object.apiVersion).group,
    kind,
    namespace,
    name,
    uid: metadata.uid ?? "",
    owner: owner?.uid ?? "",
    ...stateOf(object),
    created: Date.parse(metadata.creationTimestamp ?? "") || 0,
    paused: spec["paused"] === true || metadata.annotations?.["cluster.x-k8s.io/paused"] !== undefined,
    played: Object.hasOwn(metadata.labels ?? {}, playedByLabel),
    replicas: typeof spec["replicas"] === "number" ? spec["replicas"] : undefined,
    versions: versionsOf(object),
  };
}

function stateOf(object: UnstructuredObject): Pick<ObjectRow, "state" | "phase" | "message"> {
  const status = isJsonObject(object["status"]) ? object["status"] : {};
  const phase = typeof status["phase"] === "string" ? status["phase"] : "";
  const isDeleting = object.metadata.deletionTimestamp !== undefined;
  if (isDeleting) return { state: "deleting", phase: phase || "Deleting", message: finalizers(object) };
  const [first] = rejectedChangesOf(object);
  if (first !== undefined) return { state: "failed", phase: "rejected", message: rejectionWords(first) };
  const ready = readySummary(object);
  const unmet = unmetConditions(object);
  const reasons = unmet.map((condition) => condition.reason);
  const part = { ...object, conditions: readableConditions(object) };
  const isRollingOut = isClusterRollout(part);
  const state = objectState({ phase, ready, reasons, replicas: replicasOf(object), isDeleting, isRollingOut });
  if (ready === undefined || unmet.length === 0) return { state, phase: phaseInRollout(phase, part), message: "" };
  // The reason of a part says more than that of the whole, such as NotReady, and than a phase.
  const word = reasons.find((reason) => reason !== "") ?? ready.reason ?? "";
  const rollout = word === "RollingOut" ? rolloutOf(object) : undefined;
  const shown = rollout === undefined ? word || phase : rolloutWords(rollout, true);
  return { state, phase: shown, message: messageOf(unmet, word) };
}

/** Conditions beyond these would not be read. */
const mostParts = 3;

/** What is not so, and why; of one condition only why. */
function messageOf(unmet: readonly ReadableCondition[], word: string): string {
  const parts = unmet.map(({ type, reason, message }) => {
    const why = inOneLine(message) || (reason === word ? "" : reason);
    return { type, why, text: why === "" ? type : `${type}: ${why}` };
  });
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first?.why ?? "";
  return parts
    .slice(0, mostParts)
    .map(({ text }) => text)
    .join("; ");
}

function finalizers({ metadata }: UnstructuredObject): string {
  const list = metadata.finalizers ?? [];
  return list.length === 0 ? "" : `waits for ${list.join(", ")}`;
}

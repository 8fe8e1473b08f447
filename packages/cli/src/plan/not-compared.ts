// What a comparison says nothing of, although the tape has calls of it. Where there is another error, that one is the cause.
import type { RecordedCall } from "@capstan/extension-kit/testing";
import { diagnose, type Diagnostic, hasErrors } from "@capstan/kube";
import { clusterOfCall, handlerKey, type Switches, type TapeComparison } from "./compare-calls.ts";
import { planDiagnostics } from "./plan-diagnostics.ts";

/** What should have been compared. */
interface Wanted {
  readonly file: string;
  readonly calls: readonly RecordedCall[];
  /** Those for Clusters that are still there. */
  readonly left: readonly RecordedCall[];
  readonly switches: Switches;
}

/** An error where nothing was compared, or nothing of a switch, or no patches of one handler for a Cluster. */
export function notCompared(
  { calls: count, diagnostics, compared }: TapeComparison,
  { file, calls, left, switches }: Wanted,
): readonly Diagnostic[] {
  if (hasErrors(diagnostics)) return [];
  const isMissing = (call: RecordedCall): boolean => !compared.has(handlerKey(call));
  const ofSwitches = [...switches].flatMap(([recorded, handler]) => {
    if (!calls.filter((call) => call.handler === recorded).every(isMissing)) return [];
    return [diagnose(planDiagnostics, "plan/switch-not-compared", { values: { file, recorded, handler } })];
  });
  if (ofSwitches.length > 0) return ofSwitches;
  const values = { file };
  if (count === 0) return [diagnose(planDiagnostics, "plan/nothing-compared", { values })];
  const patches = calls.filter(isPatch);
  if (patches.length > 0 && patches.every(isMissing))
    return [diagnose(planDiagnostics, "plan/patches-not-compared", { values })];
  const missing = new Map(
    left.filter((call) => isPatch(call) && isMissing(call)).map((call) => [handlerKey(call), call]),
  );
  return [...missing.values()].map((call) => {
    const of = { handler: call.handler, cluster: clusterOfCall(call) };
    return diagnose(planDiagnostics, "plan/cluster-not-compared", { values: of });
  });
}

function isPatch({ hook }: RecordedCall): boolean {
  return hook === "GeneratePatches";
}

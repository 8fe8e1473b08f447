// What a comparison says nothing of, although the tape has calls of it. Where there is another error, that one is the cause.
import type { RecordedCall } from "@capstan/extension-kit/testing";
import { diagnose, type Diagnostic, hasErrors } from "@capstan/kube";
import { handlerKey, type Switches, type TapeComparison } from "./compare-calls.ts";
import { planDiagnostics } from "./plan-diagnostics.ts";

/** What should have been compared. */
interface Wanted {
  readonly file: string;
  readonly calls: readonly RecordedCall[];
  readonly switches: Switches;
}

/** An error where nothing was compared, or nothing of a switch, or no patches. */
export function notCompared(
  { calls: count, diagnostics, compared }: TapeComparison,
  { file, calls, switches }: Wanted,
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
  const patches = calls.filter(({ hook }) => hook === "GeneratePatches");
  return patches.length > 0 && patches.every(isMissing)
    ? [diagnose(planDiagnostics, "plan/patches-not-compared", { values })]
    : [];
}

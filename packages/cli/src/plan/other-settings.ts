// Settings that the ExtensionConfig of the project has with other values than recorded requests: the answers are compared with those of the tape.
import type { RecordedCall } from "@capstan/extension-kit/testing";
import { diagnose, type Diagnostic, getAt } from "@capstan/kube";
import { firstOf, planDiagnostics } from "./plan-diagnostics.ts";

/** A warning with the names of such settings. Values are not shown: a setting may be a secret that is not declared. */
export function otherSettings(
  settings: Readonly<Record<string, string>>,
  calls: readonly RecordedCall[],
): readonly Diagnostic[] {
  const names = Object.keys(settings).filter((name) => calls.some((call) => isOther(call, name, settings[name])));
  if (names.length === 0) return [];
  const others = calls.filter((call) => names.some((name) => isOther(call, name, settings[name])));
  const handlers = firstOf([...new Set(others.map(({ handler }) => handler))].toSorted());
  return [
    diagnose(planDiagnostics, "plan/other-settings", { values: { settings: firstOf(names.toSorted()), handlers } }),
  ];
}

/** A mask on the tape says nothing of the value. */
function isOther({ masked, request }: RecordedCall, name: string, value: string | undefined): boolean {
  const recorded = getAt(request, ["settings", name]);
  if (recorded === value) return false;
  return !(masked === true && typeof recorded === "string" && maskForm.test(recorded));
}

/** What the mask of a string has: an x, an X or a 0 in place of each character that is no separator. */
const maskForm = /^[xX0 \t\r\n:/.@=_-]*$/;

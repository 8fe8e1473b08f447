// What is wrong with conversions of requests and responses of hooks, beside what is wrong with those of kinds.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type BodyRule = "conversion/no-hook-conversion" | "conversion/body-keeps" | "conversion/body-metadata";

/** Its diagnostics. */
export const bodyDiagnostics: Readonly<Record<BodyRule, DiagnosticRule>> = {
  "conversion/no-hook-conversion": {
    severity: "error",
    message: "the {side} of {hook} has no conversion between {version} and the other versions of the hook",
    help: "declare one with `defineConversion`, also where no field needs a rule",
    explain:
      "Rule 2 of the Runtime SDK: a released hook has conversions between its versions. A caller sends requests in the version of the extension, and reads its responses in its own.",
  },
  "conversion/body-keeps": {
    severity: "error",
    message: "the rule for {path} keeps values, and a request or response of a hook has no place for them",
    help: 'write "removed" or "added", or a default; move a field that the older version requires with `to`',
    explain:
      "Objects keep values that a version does not have in an annotation. Requests and responses have no annotations: what a version does not have is lost on the way to it.",
  },
  "conversion/body-metadata": {
    severity: "error",
    message: "{type} has a field metadata, and such requests and responses cannot be converted",
    help: "give the field another name in a new version",
    explain: "The machinery of conversions uses the field metadata of objects for its own data.",
  },
};

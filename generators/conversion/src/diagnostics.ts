// What can be wrong with declared conversions, as a table: `capstan explain` has a page for each. The first of them are
// also compile errors of defineConversion; the schemas decide here.
import { diagnose, type Diagnostic, type DiagnosticDetails, type DiagnosticRule } from "@capstan/kube";

/** The codes of this generator. */
export type ConversionCode =
  | "conversion/no-such-field"
  | "conversion/not-covered"
  | "conversion/not-different"
  | "conversion/needs-form"
  | "conversion/wrong-form"
  | "conversion/target-twice"
  | "conversion/across-elements"
  | "conversion/needs-default"
  | "conversion/required-lost"
  | "conversion/not-a-kind"
  | "conversion/two-kinds"
  | "conversion/bad-rule"
  | "conversion/two-hubs"
  | "conversion/no-conversion";

/** This generator's diagnostics. */
export const conversionDiagnostics: Readonly<Record<ConversionCode, DiagnosticRule>> = {
  "conversion/no-such-field": {
    severity: "error",
    message: "the {side} version has no {path}{suggestion}",
    hint: "remove the rule or correct the path",
    explain:
      "A rule names a field by its path from the object, for example spec.listeners[].port or spec.sites[*].name.",
  },
  "conversion/not-covered": {
    severity: "error",
    message: "{path} differs between the versions, and no rule of `{side}` names it",
    hint: "say what happens to it: `to`, `as`, `removed`, `added` or a default",
    explain:
      "A conversion names every field that differs. A field left out would be dropped, or kept where the API server prunes it, without a word.",
  },
  "conversion/not-different": {
    severity: "error",
    message: "{path} is the same in both versions, so there is nothing to convert",
    hint: "remove the rule",
    explain:
      "Fields of one path and type are carried over by themselves. A rule for one of them says something that does not happen.",
  },
  "conversion/needs-form": {
    severity: "error",
    message: "{path} has another type at {to}",
    hint: "say how the value changes with `as`",
    explain:
      "A value that moves to a field of another type has to change its form, or the API server refuses the result.",
  },
  "conversion/wrong-form": {
    severity: "error",
    message: "{path} cannot change its form by {form}: {why}",
    hint: "choose the form that fits both types",
    explain: "Every form of `as` joins two particular types, for example seconds a duration and a whole number.",
  },
  "conversion/target-twice": {
    severity: "error",
    message: "two rules lead to {path}",
    hint: "remove one of them",
    explain: "A field of the newer version gets its value from one field of the older version at most.",
  },
  "conversion/across-elements": {
    severity: "error",
    message: "{path} cannot move to {to}, which is in another list or map",
    hint: "keep the field inside of its list or map, or change the form of the whole list",
    explain: "Elements are converted one by one. A field of an element has no place outside of it.",
  },
  "conversion/needs-default": {
    severity: "error",
    message: "{path} is required in the newer version and older objects have no value for it",
    hint: "give it a default, as in `{ default: ... }`, or make it optional",
    explain:
      "Objects written in the older version would be refused, or would be stored without a field that readers rely on.",
  },
  "conversion/required-lost": {
    severity: "error",
    message: "{path} is required in the older version and newer objects have no value for it",
    hint: "lead it to a field of the newer version, or make it optional in the older one",
    explain: "Objects written in the newer version could not be read in the older one.",
  },
  "conversion/not-a-kind": {
    severity: "error",
    message: "the {side} type is not a kind that is defined here",
    hint: "annotate with `Conversion<Older, Newer>` over two object types with definitions",
    explain: "Conversions are between versions of a kind that a CRD serves. Each version has a definition.",
  },
  "conversion/two-kinds": {
    severity: "error",
    message: "{older} and {newer} are not two versions of one kind",
    hint: "convert between versions that share group and kind",
    explain: "The API server converts objects between the versions of one CRD.",
  },
  "conversion/bad-rule": {
    severity: "error",
    message: "the rule of {path} is not one that a conversion knows",
    hint: "write `removed`, `{ to: ... }`, `{ as: ... }` or both for older fields, `added` or `{ default: ... }` for newer ones",
    explain: "The compiler checks the form of rules too; this is for sources that were not compiled.",
  },
  "conversion/two-hubs": {
    severity: "error",
    message: "conversions of {kind} name two hubs, {first} and {second}",
    hint: "declare every conversion between one hub and another version, and say `hub` where it is the older one",
    explain:
      "All versions are converted through one, the hub. A version that does not touch the hub cannot be reached.",
  },
  "conversion/no-conversion": {
    severity: "error",
    message: "{kind} is served as {version}, which no conversion leads to",
    hint: "declare a conversion between {version} and another version of the kind",
    explain:
      "The API server converts between all versions that it serves. One without a conversion would fail every request for it.",
  },
};

/** A diagnostic of this generator. */
export function problem(code: ConversionCode, details: DiagnosticDetails): Diagnostic {
  return diagnose(conversionDiagnostics, code, details);
}

// The variables that a call can have: those that the extension declares, with their defaults, and those of the class.
import {
  diagnose,
  type Diagnostic,
  didYouMean,
  getAt,
  type JSONValue,
  type KubeObject,
  nearestOf,
} from "@capstan/kube";
import { callDiagnostics } from "./call-diagnostics.ts";

/** Variables by name, with the default of each that has one. */
export type DeclaredVariables = ReadonlyMap<string, JSONValue | undefined>;

/** Those of an answer to DiscoverVariables. */
export function declaredIn(answer: Readonly<Record<string, unknown>>): DeclaredVariables {
  const { variables } = answer;
  return new Map(
    (Array.isArray(variables) ? variables : []).flatMap((variable: unknown) => {
      const [name, value] = [getAt(variable, ["name"]), getAt(variable, ["schema", "openAPIV3Schema", "default"])];
      if (typeof name !== "string") return [];
      const copy: JSONValue | undefined = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
      return [[name, copy] as const];
    }),
  );
}

/** Warnings for names that neither the extension nor the class declares; none where nothing is declared, as where a handler reads variables without a declaration. */
export function undeclaredVariables(
  names: readonly string[],
  declared: DeclaredVariables,
  clusterClass: KubeObject,
): Diagnostic[] {
  const own = getAt(clusterClass, ["spec", "variables"]);
  const ofClass = (Array.isArray(own) ? own : []).map((each: unknown) => String(getAt(each, ["name"])));
  const known = [...new Set([...declared.keys(), ...ofClass])];
  if (known.length === 0) return [];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = didYouMean(nearestOf(name, known));
      const values = { name, class: clusterClass.metadata.name ?? "", near, known: known.join(", ") };
      return diagnose(callDiagnostics, "call/unknown-variable", { values });
    });
}

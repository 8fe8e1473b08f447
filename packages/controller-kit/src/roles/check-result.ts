// Whether what an author's function returned is a result. The compiler rejects everything else; here that of authors without types is found, before anything of it is written.
import { errorOf, excerpt, isJsonObject } from "@capstan/kube";
import type { ControllerDefinition, RoleName } from "../authoring/controller-definition.ts";
import { kitErrors } from "../kit-errors.ts";
import { workflowOf } from "./role-workflow.ts";

/** The results of functions that every kind has, beside those that its record names. */
const common = ["requeueAfter", "waiting", "stalled"] as const;
const ofInfrastructure = [...common, "done", "failed"] as const;

const reconciled: Readonly<Record<RoleName, readonly string[]>> = {
  InfraCluster: ofInfrastructure,
  InfraMachine: ofInfrastructure,
  InfraMachinePool: ofInfrastructure,
  BootstrapConfig: common,
  IPPool: common,
  plain: ofInfrastructure,
};

/** What the payload of a result must have as strings. */
const needed: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["waiting", ["type", "reason", "message"]],
  ["stalled", ["type", "reason", "message"]],
  ["failed", ["reason", "message"]],
]);

/** The functions of an author, as the kit calls them. */
export type CalledFunction = "reconcile" | "delete";

/** Throws `workflow/result` when a function of an author returned something else than one of its results. */
export function checkResult(
  { role, resource }: Pick<ControllerDefinition, "role" | "resource">,
  called: CalledFunction,
  given: unknown,
): void {
  const { kit, results } = workflowOf(role);
  const accepted = called === "delete" ? ["removed", ...common] : [...results, ...reconciled[role]];
  const problem = problemOf(given, accepted);
  if (problem === undefined) return;
  const name = role === "IPPool" ? poolFunctions[called] : called;
  const values = { called: name, kit, kind: resource.kind, problem, accepted: accepted.join(", ") };
  throw errorOf(kitErrors, "workflow/result", { values });
}

/** `kit.ipPool` has its own names for them. */
const poolFunctions: Readonly<Record<CalledFunction, string>> = { reconcile: "allocate", delete: "release" };

/** What is wrong, without the values: bootstrap data may be among them. */
function problemOf(given: unknown, accepted: readonly string[]): string | undefined {
  if (Array.isArray(given)) return "an array";
  if (!isJsonObject(given)) return given === undefined || given === null ? String(given) : `a ${typeof given}`;
  const { result, payload } = given;
  if (!("result" in given)) return `an object without \`result\` that has: ${namesOf(given)}`;
  if (typeof result !== "string") return "an object whose `result` is no string";
  if (!accepted.includes(result)) return `the result "${excerpt(result, 100)}"`;
  const missing = needed.get(result)?.find((name) => !isJsonObject(payload) || typeof payload[name] !== "string");
  return missing === undefined ? undefined : `the result "${result}" without \`payload.${missing}\``;
}

function namesOf(given: object): string {
  const names = Object.keys(given);
  return names.length === 0 ? "nothing" : excerpt(names.join(", "), 200);
}

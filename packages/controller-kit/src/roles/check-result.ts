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

/** Whether a value is what a field needs. */
type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === "string";
const isId: Check = (value) => typeof value === "string" && value !== "";
const areIds: Check = (value) => Array.isArray(value) && value.every(isId);

/** What the payload of a result must have. */
const needed: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  waiting: { type: isString, reason: isString, message: isString },
  stalled: { type: isString, reason: isString, message: isString },
  failed: { reason: isString, message: isString },
};

/** What it must have for a role: a machine without its provider ID is never Running, and nothing says why. */
const neededOf: Readonly<Partial<Record<RoleName, typeof needed>>> = {
  InfraMachine: { provisioned: { providerID: isId } },
  InfraMachinePool: { provisioned: { providerIDs: areIds } },
};

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
  const problem = problemOf(given, accepted, { ...needed, ...neededOf[role] });
  if (problem === undefined) return;
  const name = role === "IPPool" ? poolFunctions[called] : called;
  const values = { called: name, kit, kind: resource.kind, problem, accepted: accepted.join(", ") };
  throw errorOf(kitErrors, "workflow/result", { values });
}

/** `kit.ipPool` has its own names for them. */
const poolFunctions: Readonly<Record<CalledFunction, string>> = { reconcile: "allocate", delete: "release" };

/** What is wrong, without the values: bootstrap data may be among them. */
function problemOf(given: unknown, accepted: readonly string[], checks: typeof needed): string | undefined {
  if (Array.isArray(given)) return "an array";
  if (!isJsonObject(given)) return given === undefined || given === null ? String(given) : `a ${typeof given}`;
  const { result, payload } = given;
  if (!("result" in given)) return `an object without \`result\` that has: ${namesOf(given)}`;
  if (typeof result !== "string") return "an object whose `result` is no string";
  if (!accepted.includes(result)) return `the result "${excerpt(result, 100)}"`;
  const wrong = Object.entries(checks[result] ?? {}).find(
    ([name, check]) => !isJsonObject(payload) || !check(payload[name]),
  );
  return wrong === undefined ? undefined : `the result "${result}" without \`payload.${wrong[0]}\``;
}

function namesOf(given: object): string {
  const names = Object.keys(given);
  return names.length === 0 ? "nothing" : excerpt(names.join(", "), 200);
}

// Which kinds a function of the kit takes: those that the define function of its role defines. tsc reads a kind's name, and the definition is read when the
// controller is made: a Resource that its author annotated carries no role in its type.
import { definitionOf, type KindDefinition } from "@capstan/contract/kinds";
import {
  type ContractKind,
  contractKinds,
  type KindContracts,
  kindContracts,
  type KitKind,
} from "@capstan/contract/rules";
import { errorOf, type KubeObject, type Resource } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";

type KitFunction<K extends KitKind> = KindContracts[K]["workflow"]["kit"];

/** The function of the kit for kinds with such a name; `never` where the name follows no convention. */
type FunctionByName<Name extends string> = {
  [K in KitKind]: KindContracts[K]["suffix"] extends ""
    ? never
    : Name extends `${string}${KindContracts[K]["suffix"]}`
      ? KitFunction<K>
      : never;
}[KitKind];

/** The Resource of a kind, or the error message for one whose name is that of another role. */
export type ResourceForRole<T extends KubeObject, K extends KitKind> = [FunctionByName<T["kind"]>] extends [
  KitFunction<K>,
]
  ? Resource<T>
  : `provider/role: kit.${KitFunction<K>} takes a kind whose name ends in ${KindContracts[K]["suffix"]}: use kit.${FunctionByName<T["kind"]>} for ${T["kind"]}`;

/** The Resource whose name the type of a parameter has checked. */
export function checkedResource<T extends KubeObject, K extends KitKind>(resource: ResourceForRole<T, K>): Resource<T> {
  // The parameter's type is the check; what it checked is a Resource.
  return resource as Resource<T>;
}

/** The kinds that one controller is given. */
interface GivenKinds {
  readonly role: KitKind | "plain";
  readonly resource: Resource;
  readonly infraCluster?: Resource;
  readonly machines?: Resource | undefined;
  readonly pool?: Resource;
}

/** Throws `provider/role` for a kind that is defined for another role than the one it is given for. */
export function checkRoles({ role, resource, infraCluster, machines, pool }: GivenKinds): void {
  if (role === "plain") return;
  const place = `kit.${kindContracts[role].workflow.kit}`;
  checkRole(pool ?? resource, role, place);
  checkRole(infraCluster, "InfraCluster", `\`cluster\` of ${place}`);
  checkRole(machines, "InfraMachine", `\`machines\` of ${place}`);
}

/** A Resource that no define function made says nothing of its role. */
function checkRole(resource: Resource | undefined, wanted: ContractKind, place: string): void {
  const definition = resource && definitionOf(resource);
  if (definition === undefined || definition.contractKind === wanted) return;
  const { kind } = definition;
  const { found, right } = definedFor(definition);
  const { definer } = kindContracts[wanted];
  throw errorOf(kitErrors, "provider/role", { values: { place, definer, kind, found, right } });
}

/** The define function of a kind, and the function of the kit for its controller. */
function definedFor({ contractKind, templateOf }: KindDefinition): { readonly found: string; readonly right: string } {
  const recorded = contractKinds.find((one) => one === contractKind);
  if (recorded === undefined)
    return { found: templateOf === undefined ? "defineResource" : "defineTemplate", right: "kit.controller" };
  const { definer, workflow } = kindContracts[recorded];
  return { found: definer, right: workflow.kit === "" ? "kit.controller" : `kit.${workflow.kit}` };
}

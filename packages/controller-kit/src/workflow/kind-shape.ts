// What the contract says about one kind: chosen by the contracts that its definition names. A kind without a contract has
// conditions only.
import { conditionPlaces, type ConditionPlace } from "@capstan/contract/conditions";
import { conditionPlaceOf, contractView, fieldsToWrite, type ContractView } from "@capstan/contract/fields";
import { definitionOf } from "@capstan/contract/kinds";
import type { Resource } from "@capstan/kube";

/** The contract's view of a kind, and where its conditions are. */
export interface KindShape {
  readonly view: ContractView | undefined;
  readonly conditions: ConditionPlace;
  /** The paths of the provisioned flag, in every contract that the kind follows. */
  readonly flags: readonly string[];
}

/** The shape of a kind. */
export function kindShapeOf(resource: Resource): KindShape {
  if (definitionOf(resource)?.contractKind === undefined)
    return { view: undefined, conditions: conditionPlaces.current, flags: [] };
  const view = contractView(resource);
  return {
    view,
    conditions: conditionPlaceOf(view),
    flags: fieldsToWrite(view, "provisioned").map(({ path }) => path),
  };
}

/** Whether a view is of a contract kind. */
export function isViewOf<K extends ContractView["kind"]>(view: ContractView, kind: K): view is ContractView<K> {
  return view.kind === kind;
}

// What the contract says about one kind: chosen by the contracts that its definition names. A kind without a contract has
// conditions only.
import { conditionPlaces, type ConditionPlace } from "@capstan/contract/conditions";
import { conditionPlaceOf, contractView, flagsOf, type ContractView } from "@capstan/contract/fields";
import { definitionOf } from "@capstan/contract/kinds";
import type { Resource } from "@capstan/kube";

/** The contract's view of a kind, and where its conditions are. */
export interface KindShape {
  readonly view: ContractView | undefined;
  readonly conditions: ConditionPlace;
  /** The paths of the boolean that core waits for, in every contract that the kind follows. */
  readonly flags: readonly string[];
}

/** The shape of a kind. */
export function kindShapeOf(resource: Resource): KindShape {
  // A pool of addresses has a record and follows no contract.
  if ((definitionOf(resource)?.contracts.length ?? 0) === 0)
    return { view: undefined, conditions: conditionPlaces.current, flags: [] };
  const view = contractView(resource);
  return {
    view,
    conditions: conditionPlaceOf(view),
    flags: flagsOf(view).map(({ path }) => path),
  };
}

/** Whether a view is of a contract kind. */
export function isViewOf<K extends ContractView["kind"]>(view: ContractView, kind: K): view is ContractView<K> {
  return view.kind === kind;
}

// What the contract says about one kind: chosen by the contracts its definition names. A kind without a contract has
// conditions alone.
import {
  conditionPlaceOf,
  conditionPlaces,
  contractView,
  definitionOf,
  type ConditionPlace,
  type ContractView,
} from "@capstan/contract";
import type { Resource } from "@capstan/kube";

/** The contract's view of a kind, and where its conditions stand. */
export interface KindShape {
  readonly view: ContractView | undefined;
  readonly conditions: ConditionPlace;
}

/** The shape of a kind. */
export function kindShapeOf(resource: Resource): KindShape {
  if (definitionOf(resource)?.contractKind === undefined)
    return { view: undefined, conditions: conditionPlaces.current };
  const view = contractView(resource);
  return { view, conditions: conditionPlaceOf(view) };
}

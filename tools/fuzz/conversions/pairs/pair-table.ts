// Pairs of versions that conversions are hard for: those that once lost data or could not be declared, and their neighbors. Each declaration is
// accepted and its generated tests pass, or it is rejected with the code that says why.
import { conditionPairs } from "./condition-pairs.ts";
import { defaultPairs } from "./default-pairs.ts";
import { editedPairs } from "./edited-pairs.ts";
import { elementDefaultPairs } from "./element-default-pairs.ts";
import { elementPairs } from "./element-pairs.ts";
import { emptyPairs } from "./empty-pairs.ts";
import { fewFieldPairs } from "./few-field-pairs.ts";
import { functionPairs } from "./function-pairs.ts";
import { groupPairs } from "./group-pairs.ts";
import { keptDefaultPairs } from "./kept-default-pairs.ts";
import { largePairs } from "./large-pairs.ts";
import { keyPairs } from "./key-pairs.ts";
import { leastPairs } from "./least-pairs.ts";
import { leftDefaultPairs } from "./left-default-pairs.ts";
import { leftGroupPairs } from "./left-group-pairs.ts";
import { leftPairs } from "./left-pairs.ts";
import { objectDefaultPairs } from "./object-default-pairs.ts";
import { oneOfObjectPairs } from "./one-of-object-pairs.ts";
import { oneOfPairs } from "./one-of-pairs.ts";
import { ownObjectPairs } from "./own-object-pairs.ts";
import { limitedObjectPairs } from "./limited-object-pairs.ts";
import { listPairs } from "./list-pairs.ts";
import { mapPairs } from "./map-pairs.ts";
import { movePairs } from "./move-pairs.ts";
import { movedDefaultPairs } from "./moved-default-pairs.ts";
import { movedNullPairs } from "./moved-null-pairs.ts";
import { nullPairs } from "./null-pairs.ts";
import { newerLossPairs } from "./newer-loss-pairs.ts";
import type { PairText } from "./pair-source.ts";
import { numberPairs } from "./number-pairs.ts";
import { presencePairs } from "./presence-pairs.ts";
import { referencePairs } from "./reference-pairs.ts";
import { returningPairs } from "./returning-pairs.ts";
import { requiredObjectPairs } from "./required-object-pairs.ts";
import { scalarPairs } from "./scalar-pairs.ts";
import { twoObjectPairs } from "./two-object-pairs.ts";
import { unknownFieldPairs } from "./unknown-field-pairs.ts";
import { equalElementPairs } from "./equal-element-pairs.ts";
import { schemaOverridePairs } from "./schema-override-pairs.ts";
import { unionBoundsPairs } from "./union-bounds-pairs.ts";
import { memberObjectPairs } from "./member-object-pairs.ts";
import { unionPairs } from "./union-pairs.ts";
import { unionRequiredPairs } from "./union-required-pairs.ts";
import { wholePairs } from "./whole-pairs.ts";
import { wrongFunctionPairs } from "./wrong-function-pairs.ts";

/** One pair. */
export interface HardPair extends PairText {
  readonly name: string;
  readonly want: Expectation;
}

/** What must happen. */
export type Expectation =
  /** Accepted, and every generated test passes. */
  | "proved"
  /** The generator rejects it with this code. */
  | `conversion/${string}`
  /** Accepted, and a generated test fails with this in its message: no generator can see it. */
  | { readonly fails: string };

/** All of them. */
export const hardPairs: readonly HardPair[] = [
  ...scalarPairs,
  ...nullPairs,
  ...emptyPairs,
  ...numberPairs,
  ...defaultPairs,
  ...movedDefaultPairs,
  ...movedNullPairs,
  ...objectDefaultPairs,
  ...listPairs,
  ...presencePairs,
  ...keyPairs,
  ...mapPairs,
  ...conditionPairs,
  ...elementPairs,
  ...elementDefaultPairs,
  ...movePairs,
  ...referencePairs,
  ...leftPairs,
  ...leftDefaultPairs,
  ...keptDefaultPairs,
  ...leftGroupPairs,
  ...twoObjectPairs,
  ...oneOfObjectPairs,
  ...limitedObjectPairs,
  ...unknownFieldPairs,
  ...equalElementPairs,
  ...schemaOverridePairs,
  ...oneOfPairs,
  ...ownObjectPairs,
  ...leastPairs,
  ...requiredObjectPairs,
  ...returningPairs,
  ...memberObjectPairs,
  ...unionPairs,
  ...unionRequiredPairs,
  ...unionBoundsPairs,
  ...wholePairs,
  ...fewFieldPairs,
  ...editedPairs,
  ...functionPairs,
  ...groupPairs,
  ...wrongFunctionPairs,
  ...newerLossPairs,
  ...largePairs,
];

// One pair of versions on random objects of its CRD: every check of @capstan/schema, and whole numbers beyond 2^53.
import type { Converter } from "@capstan/contract/codegen/v1";
import * as fc from "fast-check";
import { describeError } from "@capstan/kube";
import {
  conversionChecks,
  type CheckedConversion,
  type ConversionCheck,
  untilEndless,
} from "@capstan/schema/conversions";
import { digitCheck } from "./exact-trip.ts";
import { givenAwayCheck } from "./given-away.ts";
import { objectsOf } from "./objects/random-objects.ts";
import type { ProofSuite } from "./proofs/recorder.ts";
import type { Outcome, Settings } from "../part.ts";

/** Of so many objects, one is enough for a check: the server must accept it, and some checks need a certain field. */
const mostSkips = 200;

/** A conversion as a suite of generated tests has it, with the converter of its kind when it is known. */
export interface FuzzedPair extends Pick<ProofSuite, "name" | "conversion"> {
  readonly converter: Converter | undefined;
}

/** Tries a pair. */
export function fuzzPair({ name: group, conversion, converter }: FuzzedPair, { runs, seed }: Settings): Outcome {
  const kind = group.split(" ")[0] ?? "";
  const [hub, spoke] = [objectsOf(conversion.hub, kind), objectsOf(conversion.spoke, kind)];
  const results = [...conversionChecks(conversion), ...checksOf(converter, conversion)].map(({ name, check }) => {
    const property = fc.property(hub, spoke, spoke, (a, b, c) => fc.pre(check({ hub: a, spoke: b, other: c })));
    return { name, ...fc.check(property, { numRuns: runs, seed, maxSkipsPerRun: mostSkips }) };
  });
  const failures = results.filter(({ failed }) => failed).map(failureText);
  const cases = results.reduce((sum, { numRuns }) => sum + numRuns, 0);
  return { group, cases, failures, note: `${results.length} checks of ${runs} objects of each version` };
}

function failureText({ name, counterexample, errorInstance, numSkips }: NamedResult): string {
  if (counterexample === null)
    return `${name}: ${numSkips} objects are rejected by the server or lack what is checked, so that too few are left`;
  return `${name}: ${describeError(errorInstance)}\nobjects: ${JSON.stringify(counterexample)}`;
}

type NamedResult = fc.RunDetails<[object, object, object]> & { readonly name: string };

/** What the webhook does beside what the check of conversions does. */
function checksOf(converter: Converter | undefined, conversion: CheckedConversion): ConversionCheck[] {
  if (converter === undefined) return [];
  const { hub, spoke } = conversion;
  const isSame = givenAwayCheck(converter, conversion);
  const givenAway: ConversionCheck = {
    name: "an object that is given away becomes the same",
    check: ({ hub: a, spoke: b }) => {
      isSame({ hub: a, spoke: b });
      return true;
    },
  };
  if (!JSON.stringify(hub.schema).includes('"int64"')) return [givenAway];
  const run = untilEndless(conversion);
  const keepsDigits = digitCheck({ converter, schema: hub.schema, to: spoke.apiVersion });
  return [
    givenAway,
    {
      name: "whole numbers beyond 2^53 keep every digit in the webhook's JSON",
      check: ({ hub: object }) => run({ hub: object }, () => keepsDigits(object)),
    },
  ];
}

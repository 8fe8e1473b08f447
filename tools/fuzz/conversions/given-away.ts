// Objects that are given away to a conversion, as the webhook does: it copies less of them, and must make the same of them as of others.
import * as fc from "fast-check";
import type { Converter } from "@capstan/contract/codegen/v1";
import { deepClone, deepEqual, describeError } from "@capstan/kube";
import { type CheckedConversion, untilEndless } from "@capstan/schema/conversions";
import { objectsOf } from "./objects/random-objects.ts";
import type { ProofRuns } from "./proofs/run-proofs.ts";

/** The versions that objects are converted to, and whether functions of an author convert. */
type Pair = Pick<CheckedConversion, "hub" | "spoke" | "byRulesAlone">;

/** Objects of both versions. */
interface Samples {
  readonly hub: object;
  readonly spoke: object;
}

/** A check that throws when objects of a pair become something else when they are given away, or are changed, and when a function loops. */
export function givenAwayCheck(converter: Converter, pair: Pair): (samples: Samples) => void {
  const run = untilEndless(pair);
  return (samples) => run(samples, () => checkGivenAway(converter, pair, samples));
}

function checkGivenAway(converter: Converter, pair: Pair, samples: Samples): void {
  const trips = [
    { object: samples.hub, from: pair.hub.apiVersion, to: pair.spoke.apiVersion },
    { object: samples.spoke, from: pair.spoke.apiVersion, to: pair.hub.apiVersion },
  ];
  for (const { object, from, to } of trips) {
    const there = convertBoth(converter, object, to);
    // With what is kept of it, if anything is.
    if (!("error" in there)) convertBoth(converter, there, from);
  }
}

function convertBoth(converter: Converter, object: object, to: string): object {
  const own = resultOf(() => converter.convert(object, to));
  const given = deepClone(object);
  const shared = resultOf(() => converter.convert(given, to, { isGivenAway: true }));
  if (!deepEqual(given, object)) throw problem("an object that was given away is changed", object, given);
  if (!deepEqual(shared, own)) throw problem("an object that was given away becomes another one", own, shared);
  return own;
}

/** What a conversion gives, or the error that it fails with: functions of authors reject some of the objects, which no server has accepted. */
function resultOf(convert: () => object): object {
  try {
    return convert();
  } catch (error) {
    return { error: describeError(error) };
  }
}

function problem(what: string, want: object, got: object): Error {
  return new Error(`${what}\nwant: ${JSON.stringify(want)}\ngot:  ${JSON.stringify(got)}`);
}

/** The messages of random objects of a pair for which that is so; none when all are well. */
export function givenAwayProblems(
  converter: Converter,
  pair: Pair,
  { runs: numRuns, seed }: ProofRuns,
): readonly string[] {
  const [hub, spoke] = [objectsOf(pair.hub, converter.kind), objectsOf(pair.spoke, converter.kind)];
  const check = givenAwayCheck(converter, pair);
  const property = fc.property(hub, spoke, (a, b) => check({ hub: a, spoke: b }));
  const { failed, errorInstance } = fc.check(property, { numRuns, seed });
  return failed ? [describeError(errorInstance)] : [];
}

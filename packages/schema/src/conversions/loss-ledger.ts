// The declared losses and bounds of a conversion: which differences and errors they cover, and whether each was seen to happen.
import type { JsonPath } from "@capstan/kube";
import type { RejectedValue } from "./api-server.ts";
import { elementDepth, isWithin, placedValuesAt, stepsOf, valueAtPath, type Difference } from "./differences.ts";
import { emptyFields, emptyObject, noValue } from "./lost-values.ts";
import type { DeclaredLoss, DifferentBounds, JsonFields } from "./checked-conversion.ts";

function allSteps(paths: string | readonly string[]): (readonly string[])[] {
  return [paths].flat().map(stepsOf);
}

function namesOf(paths: string | readonly string[]): string {
  return [paths].flat().join(", ");
}

interface Entry {
  readonly loss: DeclaredLoss;
  /** The steps of each path. */
  readonly at: readonly (readonly string[])[];
  readonly to: readonly (readonly string[])[];
  /** How many objects had a value that the loss affects. */
  reached: number;
  /** How many of them came back changed there. */
  happened: number;
}

function giveExample(which: string): string {
  return `add a value ${which} to \`examples\` of the rule, or to \`examplesOfNewer\` if the newer version has it`;
}

/**
 * Values whose loss depends on others, where the generator declares it by itself: what is empty or zero in an object may be a value of the other version, functions may
 * make nothing else of it, and a default comes into an object that another field makes.
 */
const byOthers = new Set([emptyFields, emptyObject, noValue]);

/** Why a loss is not seen to happen. */
function problemOf({ loss: { at, value, certain, affects }, reached, happened }: Entry): string[] {
  const isShownByTypes = certain === true && (reached === 0 || byOthers.has(affects));
  if (happened > 0 || isShownByTypes) return [];
  const names = namesOf(at);
  const text = JSON.stringify(value);
  if (reached > 0)
    return value === undefined
      ? [`the declared loss of ${names} never happens: remove it, or correct which values it affects`]
      : [`the loss of ${text} that the rule of ${names} declares never happens: remove the value from \`loses\``];
  return value === undefined
    ? [`no object had a value that the declared loss of ${names} affects: remove it, or ${giveExample("that is lost")}`]
    : [
        `no object had the value ${text}, whose loss the rule of ${names} declares: ` +
          "remove it from `loses` if the field rejects it",
      ];
}

function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === "" || value === 0 || value === false;
}

/** Where a version rejects a value. Of another type than the version's, it is covered by nothing: the conversion is wrong. */
export type RejectedPlace = Pick<RejectedValue, "path" | "hasOtherType" | "reason">;

/** What no declared loss makes right. */
const unwritable: ReadonlySet<RejectedValue["reason"]> = new Set(["FieldValueDuplicate", "FieldValueRequired"]);

/** Covers differences by declared losses, and counts. */
export interface LossLedger {
  /** Of the differences, those that no declared loss covers. */
  uncovered(all: readonly Difference[], object: JsonFields): readonly Difference[];
  /** Whether an error of the hub's schema at a place is part of a declared loss of this object, or of bounds that differ. */
  coversHubError(error: RejectedPlace, object: JsonFields): boolean;
  /** Whether an error of the other version's schema at a place is one of bounds that differ. */
  coversSpokeError(error: RejectedPlace): boolean;
  /** Counts what one round trip of an object shows. */
  count(all: readonly Difference[], object: JsonFields): void;
  /** What is wrong with the losses after all objects were counted. */
  problems(): string[];
}

/** The ledger of the declared losses. */
export function lossLedger(losses: readonly DeclaredLoss[], bounds: readonly DifferentBounds[] = []): LossLedger {
  const limits = bounds.map(({ spoke, hub, certain }) => ({
    certain,
    name: namesOf(spoke),
    spoke: allSteps(spoke),
    hub: allSteps(hub),
    seen: 0,
  }));
  const coversBounds = (side: "hub" | "spoke", path: JsonPath): boolean => {
    const found = limits.filter((limit) => limit[side].some((steps) => isWithin(path, steps)));
    for (const limit of found) limit.seen += 1;
    return found.length > 0;
  };
  // A server keeps no null that its version does not allow, whether or not it sets defaults in its place.
  const isDroppedNull = ({ path, was, is }: Difference): boolean =>
    was === null && is === undefined && limits.some(({ spoke }) => spoke.some((steps) => isWithin(path, steps)));
  const entries = losses.map((loss): Entry => {
    return { loss, at: allSteps(loss.at), to: allSteps(loss.to ?? []), reached: 0, happened: 0 };
  });
  const affects = ({ loss, at }: Entry, { path }: Difference, object: JsonFields): boolean =>
    at.some((steps) => {
      if (!isWithin(path, steps)) return false;
      const value = valueAtPath(object, path.slice(0, steps.length));
      return loss.affects(value, object, valueAtPath(object, path.slice(0, elementDepth(steps))));
    });
  const covers = (entry: Entry, found: Difference, object: JsonFields): boolean =>
    (entry.loss.dropped !== true || isEmptyValue(found.is)) && affects(entry, found, object);
  const reaches = ({ loss, at }: Entry, object: JsonFields): boolean =>
    at.some((steps) =>
      placedValuesAt(object, steps).some(({ value, element }) => loss.affects(value, object, element)),
    );
  return {
    uncovered: (all, object) =>
      all.filter((one) => !isDroppedNull(one) && !entries.some((entry) => covers(entry, one, object))),
    coversSpokeError: ({ path, hasOtherType }) => !hasOtherType && coversBounds("spoke", path),
    coversHubError: ({ path, hasOtherType, reason }, object) =>
      !hasOtherType &&
      (coversBounds("hub", path) ||
        // A loss is of values: where the object lacks a field, or two elements have become one, nobody can write it again.
        (!unwritable.has(reason) &&
          entries.some((entry) => entry.to.some((steps) => isWithin(path, steps)) && reaches(entry, object)))),
    count(all, object) {
      for (const entry of entries) {
        if (reaches(entry, object)) entry.reached += 1;
        // Whatever came back: another loss may cover that.
        if (all.some((one) => affects(entry, one, object))) entry.happened += 1;
      }
    },
    problems: () => [
      ...entries.flatMap(problemOf),
      ...limits
        .filter(({ seen, certain }) => seen === 0 && certain !== true)
        .map(
          ({ name }) =>
            `both versions accept every value of ${name} that was tried: remove \`bounds: "differ"\` from its rule, or ${giveExample("that only one accepts")}`,
        ),
    ],
  };
}

// The properties that every conversion must have, as checks on given objects; generated tests run them on random objects. A failed
// check throws an error with both objects in its message.
import { deepClone, deepEqual, isJsonObject } from "@capstan/kube";
import { annotations } from "../../objects/annotations.ts";
import { otherSide } from "./apply-rules.ts";
import { convertTo } from "./convert.ts";
import type { ConversionPlan, PropertyPath } from "./conversion-plan.ts";
import { objectAt, takeAt, valueAt, type Fields } from "./fields.ts";
import { normalForm } from "./normal-form.ts";

/** Objects to prove a conversion on: one of each version, and another of the spoke to take edits from. */
export interface ProofSamples {
  readonly hub: object;
  readonly spoke: object;
  readonly edited: object;
}

/** One property that every object must have. */
export interface ConversionProof {
  readonly name: string;
  /** Throws when these objects do not have it. */
  readonly prove: (samples: ProofSamples) => void;
}

/** A plan's two directions and the form in which a spoke object comes back. */
interface Pair {
  readonly up: (object: object) => Fields;
  readonly down: (object: object) => Fields;
  readonly normal: (object: object) => Fields;
}

/** The proofs of a version pair. */
export function proofsOf(plan: ConversionPlan): readonly ConversionProof[] {
  const pair: Pair = {
    up: (object) => convertTo(plan.hub, plan, { object }),
    down: (object) => convertTo(otherSide(plan.hub), plan, { object }),
    normal: (object) => normalForm(plan, object),
  };
  return proofs.map(({ name, prove }) => ({ name, prove: (samples) => prove(pair, samples) }));
}

const proofs: readonly { readonly name: string; readonly prove: (pair: Pair, samples: ProofSamples) => void }[] = [
  { name: "hub to spoke to hub gives the same object", prove: hubComesBack },
  { name: "spoke to hub to spoke gives the same object but for declared losses", prove: spokeComesBack },
  { name: "an edit of the spoke wins over kept data", prove: editsWin },
  { name: "what was removed from the spoke does not come back from kept data", prove: removedStaysRemoved },
  { name: "conversion changes nothing in its input and shares nothing with it", prove: inputIsUntouched },
  { name: "an object without spec and status gets none", prove: partialStaysPartial },
];

function hubComesBack({ up, down }: Pair, { hub }: ProofSamples): void {
  same(up(down(hub)), hub, "after hub, spoke, hub");
}

function spokeComesBack({ up, down, normal }: Pair, { spoke }: ProofSamples): void {
  same(withoutData(down(up(spoke))), normal(spoke), "after spoke, hub, spoke");
}

function editsWin({ up, down, normal }: Pair, { hub, edited }: ProofSamples): void {
  for (const object of edits(down(hub), { ...edited })) {
    const got = withoutData(down(up(object)));
    const written = withoutData(object);
    // A value comes back unchanged where kept data agrees with it, otherwise in its normal form.
    if (!isEither(got, written, withoutData(normal(object)))) same(got, written, "after an edit of the spoke");
  }
}

function removedStaysRemoved({ up, down }: Pair, { hub }: ProofSamples): void {
  const spoke = down(hub);
  for (const path of objectPaths(spoke)) {
    const cut = deepClone(spoke);
    takeAt(cut, path);
    const plain = up(withoutData(cut));
    same({ left: valueAt(up(cut), path) }, { left: valueAt(plain, path) }, `after removing ${path.join(".")}`);
  }
}

function inputIsUntouched({ up, down }: Pair, { hub, spoke }: ProofSamples): void {
  const cases = [
    { convert: down, input: hub },
    { convert: up, input: spoke },
    { convert: up, input: down(hub) },
  ];
  for (const { convert, input } of cases) {
    const before = deepClone(input);
    const parts = new Set(partsOf(convert(input)));
    same(input, before, "the input after a conversion");
    if (partsOf(input).some((part) => parts.has(part))) throw new Error("the result shares an object with its input");
  }
}

function partialStaysPartial({ up, down }: Pair, { hub, spoke }: ProofSamples): void {
  const bare = (object: object): object => {
    const { apiVersion, kind, metadata }: Fields = { ...object };
    return { apiVersion, kind, metadata };
  };
  for (const result of [down(bare(hub)), up(bare(spoke))]) {
    same({ keys: Object.keys(result).toSorted() }, { keys: ["apiVersion", "kind", "metadata"] }, "the fields");
  }
}

function same(got: object, want: object, when: string): void {
  if (deepEqual(got, want)) return;
  throw new Error(`${when}\ngot:  ${JSON.stringify(got)}\nwant: ${JSON.stringify(want)}`);
}

/** Whether the value equals one of two others, as a whole or field by field. */
function isEither(got: unknown, a: unknown, b: unknown): boolean {
  if (deepEqual(got, a) || deepEqual(got, b)) return true;
  if (!isJsonObject(got) || !isJsonObject(a) || !isJsonObject(b)) return false;
  return [...new Set([got, a, b].flatMap(Object.keys))].every((key) => isEither(got[key], a[key], b[key]));
}

function withoutData(object: Fields): Fields {
  const copy = deepClone(object);
  const metadata = objectAt(copy, ["metadata"]);
  const all = objectAt(copy, ["metadata", "annotations"]);
  if (metadata === undefined || all === undefined) return copy;
  delete all[annotations.conversionData];
  if (Object.keys(all).length === 0) delete metadata["annotations"];
  return copy;
}

/** Copies of the object, each with one field of spec or status from another object. */
function edits(object: Fields, other: Fields): Fields[] {
  return ["spec", "status"].flatMap((part) => {
    const theirs = objectAt(other, [part]) ?? {};
    const keys = new Set([...Object.keys(theirs), ...Object.keys(objectAt(object, [part]) ?? {})]);
    return [...keys].map((key) => {
      const copy = deepClone(object);
      // A part of an object is an object; a missing one was just created.
      const target = (copy[part] ??= {}) as Fields;
      if (theirs[key] === undefined) delete target[key];
      else target[key] = deepClone(theirs[key]);
      return copy;
    });
  });
}

/** The paths of all objects below the root, metadata excepted. */
function objectPaths(object: Fields, path: PropertyPath = []): PropertyPath[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (!isJsonObject(value) || (path.length === 0 && key === "metadata")) return [];
    return [[...path, key], ...objectPaths(value, [...path, key])];
  });
}

/** Every object and list inside a value, itself included. */
function partsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

// Whether the declared losses and bounds of a conversion happen: a declaration that nothing needs would hide a later defect.
import { deepEqual } from "@capstan/kube";
import { onTheWire, withoutData } from "./api-server.ts";
import { withEmptyObjects } from "./changed-objects.ts";
import type { CheckedConversion, Example, LossSamples } from "./checked-conversion.ts";
import { differences } from "./differences.ts";
import { edgeObjects } from "./edge-samples.ts";
import { withExample } from "./examples.ts";
import { guardOf } from "./guarded.ts";
import { type Pair, pairOf, travel } from "./trip.ts";

/** A kind with hundreds of fields has very many variants: the search ends after this time. */
const searchMs = 30_000;

/** What is wrong with the declared losses and bounds: each must be seen to happen among the objects, or these with empty parts. */
export function lossProblems(conversion: CheckedConversion, samples: LossSamples): string[] {
  const pair = pairOf(conversion);
  const guarded = guardOf(conversion);
  const ends = performance.now() + searchMs;
  for (const objects of [tried(conversion, samples), readings(pair, guarded, samples.hub)]) {
    for (const some of inGroups(objects)) {
      guarded(() => {
        for (const one of some) count(pair, one);
      });
      // What was seen stays seen.
      if (pair.losses.problems().length === 0 || performance.now() > ends) return pair.losses.problems();
    }
  }
  return pair.losses.problems();
}

/** So many objects are tried at once: to limit the time of one takes longer than to convert it. */
const groupSize = 20;

function* inGroups<T>(all: Iterable<T>): Generator<readonly T[]> {
  let group: T[] = [];
  for (const one of all) {
    group.push(one);
    if (group.length < groupSize) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Objects of the hub as clients of the other version read them, and the same with empty parts: random strings are hardly ever what functions make of other fields. */
function* readings(pair: Pair, guarded: ReturnType<typeof guardOf>, hubs: readonly object[]): Generator<Tried> {
  for (const some of inGroups(hubs)) {
    const read = guarded(() =>
      some.flatMap((hub) => {
        const stored = pair.hub.admit(hub);
        return stored === undefined ? [] : [withoutData(pair.spoke.receive(pair.convert(stored, pair.spoke)).object)];
      }),
    );
    for (const one of read) {
      yield { side: "spoke", object: one };
      for (const { object } of withEmptyObjects(one)) yield { side: "spoke", object };
    }
  }
}

/** Counts the losses and bounds that an object shows. */
function count(pair: Pair, { side, object }: Tried): void {
  const { hub, spoke, losses } = pair;
  const start = pair[side].admit(object);
  if (start === undefined) return;
  if (side === "spoke") {
    const { there, back, errors } = travel(pair, { start, from: spoke, to: hub });
    // A default that the server sets can take the place of what is lost.
    const isFilled = !deepEqual(hub.withDefaults(there), there);
    const filled = isFilled ? [travel(pair, { start, from: spoke, to: hub, defaults: true }).back] : [];
    const found = [back, ...filled].flatMap((after) => differences(withoutData(start), withoutData(after)));
    losses.count(found, start);
    for (const error of errors) losses.coversHubError(error, start);
  } else {
    const { errors } = travel(pair, { start, from: hub, to: spoke });
    for (const error of errors) losses.coversSpokeError(error);
  }
}

interface Tried {
  readonly side: keyof LossSamples;
  readonly object: object;
}

/** The objects of both versions, then with each example of a rule and edge of a function, and then the same without what is in one of their objects. */
function* tried(conversion: CheckedConversion, samples: LossSamples): Generator<Tried> {
  const { examples = {}, losses = [] } = conversion;
  const sides = ["spoke", "hub"] as const;
  for (const side of sides) for (const object of samples[side]) yield { side, object };
  const listed = losses.flatMap(({ at, value }) =>
    typeof at === "string" && value !== undefined ? [{ [at]: value }] : [],
  );
  const given = { hub: (examples.hub ?? []).flat(), spoke: [...(examples.spoke ?? []).flat(), ...listed] };
  for (const side of sides) {
    for (const example of given[side]) for (const object of withThe(example, samples[side])) yield { side, object };
  }
  const edges = edgeObjects(conversion, samples);
  for (const side of sides) for (const object of edges[side]) yield { side, object };
  for (const side of sides) {
    for (const object of samples[side])
      for (const variant of withEmptyObjects(onTheWire(object))) yield { side, object: variant.object };
  }
}

/** In how many objects an example is tried: a kind with hundreds of fields may have many examples. */
const objectsWithExample = 20;

/** Objects with an example: those that have a place for it. */
function withThe(example: Example, objects: readonly object[]): readonly object[] {
  const found: object[] = [];
  for (const object of objects) {
    const changed = withExample(object, example);
    if (!deepEqual(changed, object)) found.push(changed);
    if (found.length === objectsWithExample) break;
  }
  return found;
}

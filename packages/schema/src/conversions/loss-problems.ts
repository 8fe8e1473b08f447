// Whether the declared losses and bounds of a conversion happen: a declaration that nothing needs would hide a later defect.
import { onTheWire, withoutData } from "./api-server.ts";
import { withEmptyObjects } from "./changed-objects.ts";
import type { CheckedConversion } from "./checked-conversion.ts";
import { differences } from "./differences.ts";
import { withinTime } from "./guarded.ts";
import { pairOf, travel } from "./trip.ts";

/** Objects of each version that the declared losses and bounds are looked for in. */
export interface LossSamples {
  readonly hub: readonly object[];
  readonly spoke: readonly object[];
}

/** What is wrong with the declared losses and bounds: each must be seen to happen among the objects, or these with empty parts. */
export function lossProblems(conversion: CheckedConversion, samples: LossSamples): string[] {
  return withinTime(() => problemsOfLosses(conversion, samples), 30_000);
}

function problemsOfLosses(conversion: CheckedConversion, samples: LossSamples): string[] {
  const pair = pairOf(conversion);
  const { hub, spoke, losses } = pair;
  for (const object of withVariants(samples.spoke)) {
    const start = spoke.admit(object);
    if (start === undefined) continue;
    const { back, errors } = travel(pair, { start, from: spoke, to: hub });
    losses.count(differences(withoutData(start), withoutData(back)), start);
    for (const { path } of errors) losses.coversHubError(path, start);
  }
  for (const object of withVariants(samples.hub)) {
    const start = hub.admit(object);
    const errors = start === undefined ? [] : travel(pair, { start, from: hub, to: spoke }).errors;
    for (const { path } of errors) losses.coversSpokeError(path);
  }
  return losses.problems();
}

function withVariants(objects: readonly object[]): object[] {
  return objects.flatMap((object) => [object, ...withEmptyObjects(onTheWire(object)).map((variant) => variant.object)]);
}

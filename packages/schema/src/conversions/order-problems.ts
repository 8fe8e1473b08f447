// Whether the results of a conversion depend on what was converted before: the same objects are converted in two orders, each by modules that
// were loaded for it alone. A function that counts, or remembers, gives two clients two answers for one stored object.
import { deepClone, describeError } from "@capstan/kube";
import { onTheWire } from "./api-server.ts";
import type { CheckedConversion } from "./checked-conversion.ts";
import { differences, formatPath } from "./differences.ts";
import { withinTime } from "./guarded.ts";
import type { LossSamples } from "./checked-conversion.ts";
import { withoutSources } from "./outside-sources.ts";

/** What depends on the order: the first object with two results. Nothing of a conversion whose modules are not loaded again. */
export function orderProblems(conversion: CheckedConversion, samples: LossSamples): string[] {
  const { fresh } = conversion;
  return fresh === undefined ? [] : withinTime(() => problemsOf(conversion, fresh, samples), 30_000);
}

type Convert = CheckedConversion["convert"];

function problemsOf(
  { hub, spoke }: CheckedConversion,
  fresh: readonly [Convert, Convert],
  samples: LossSamples,
): string[] {
  const tasks = [
    ...samples.spoke.map((object) => ({ object: onTheWire(object), to: hub.apiVersion })),
    ...samples.hub.map((object) => ({ object: onTheWire(object), to: spoke.apiVersion })),
  ];
  const results = (convert: Convert, ordered: typeof tasks): unknown[] =>
    ordered.map(({ object, to }) => resultOf(() => convert(deepClone(object), to)));
  const [forward, backward] = [results(fresh[0], tasks), results(fresh[1], tasks.toReversed()).toReversed()];
  for (const [index, { object }] of tasks.entries()) {
    const [found] = differences(forward[index], backward[index]);
    if (found === undefined) continue;
    return [
      `the result depends on more than the object: ${formatPath(found.path)} was ${text(found.was)} when the objects were converted in one order, ` +
        `and ${text(found.is)} in another: a function keeps something from call to call, or from when its module was loaded; it was checked with ${JSON.stringify(object)}`,
    ];
  }
  return [];
}

/** What is wrong with a function that throws is for other checks; here it is a result. */
function resultOf(convert: () => object): unknown {
  try {
    return onTheWire(withoutSources(convert));
  } catch (error) {
    return { error: describeError(error) };
  }
}

function text(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}

// Whether the results of a conversion depend on what was converted before: the same objects are converted in two orders, each by modules that
// were loaded for it alone. A function that counts, or remembers, gives two clients two answers for one stored object.
import { deepClone, describeError } from "@capstan/kube";
import { onTheWire } from "./api-server.ts";
import type { CheckedConversion } from "./checked-conversion.ts";
import { differences, formatPath } from "./differences.ts";
import { EndlessConversion, withinTime } from "./guarded.ts";
import type { LossSamples } from "./checked-conversion.ts";
import { withoutSources } from "./outside-sources.ts";

/** What depends on the order: the first object with two results. Nothing of a conversion whose modules are not loaded again. */
export function orderProblems(conversion: CheckedConversion, samples: LossSamples): string[] {
  const { fresh } = conversion;
  return fresh === undefined ? [] : problemsOf(conversion, fresh, samples);
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

/** An object, and the version that it is converted to. */
interface Task {
  readonly object: object;
  readonly to: string;
}

/** So many objects share a time limit: to keep one for each takes longer than to convert it. */
const groupSize = 20;

/** The results in their order. Throws when a conversion does not end, and names its object. */
function results(convert: Convert, tasks: readonly Task[]): unknown[] {
  const all: unknown[] = [];
  while (all.length < tasks.length) {
    const group = tasks.slice(all.length, all.length + groupSize);
    let current: object = {};
    try {
      const found = withinTime(() =>
        group.map(({ object, to }) => {
          current = object;
          return resultOf(() => convert(deepClone(object), to));
        }),
      );
      all.push(...found);
    } catch (error) {
      throw error instanceof EndlessConversion ? error.with(current) : error;
    }
  }
  return all;
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

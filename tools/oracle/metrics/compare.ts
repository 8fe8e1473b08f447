// Compares two pages of metrics, but for the exceptions.
import { isDeepStrictEqual } from "node:util";
import type { Comparison } from "../area.ts";
import { type Exception, onlyOurs, onlyUpstream, otherBuckets } from "./exceptions.ts";
import type { Metric, Page } from "./page.ts";

/** Names that begin so are upstream's: what we add begins otherwise. */
const upstreamNames = ["certwatcher_*", "controller_runtime_*", "leader_election_*", "rest_client_*", "workqueue_*"];

/** Each metric of upstream, each of ours under a name of upstream, and each exception. */
export function comparePages(ours: Page, upstream: Page): readonly Comparison[] {
  return [
    ...[...upstream.keys()]
      .filter((name) => !isExcepted(name, onlyUpstream))
      .map((name) =>
        verdict("metrics of upstream", name, { ours: compared(name, ours), upstream: compared(name, upstream) }),
      ),
    ...[...ours.keys()]
      .filter((name) => upstreamNames.some((names) => covers(names, name)) && !upstream.has(name))
      .filter((name) => !isExcepted(name, onlyOurs))
      .map((name) => verdict("names of upstream", name, { ours: ours.get(name), upstream: undefined })),
    ...needed(
      onlyUpstream,
      [...upstream.keys()].filter((name) => !ours.has(name)),
    ),
    ...needed(
      onlyOurs,
      [...ours.keys()].filter((name) => !upstream.has(name)),
    ),
    ...needed(
      otherBuckets,
      [...ours.keys()].filter((name) => !isDeepStrictEqual(ours.get(name)?.buckets, upstream.get(name)?.buckets)),
    ),
  ];
}

/** What is compared of a metric. */
function compared(name: string, page: Page): Partial<Metric> | undefined {
  const metric = page.get(name);
  if (metric === undefined || !isExcepted(name, otherBuckets)) return metric;
  const { buckets: _, ...rest } = metric;
  return rest;
}

function verdict(
  operation: string,
  name: string,
  both: { readonly ours: unknown; readonly upstream: unknown },
): Comparison {
  return isDeepStrictEqual(both.ours, both.upstream)
    ? { operation }
    : { operation, difference: { question: name, ...both } };
}

/** Whether each exception has a metric that it is about. */
function needed(exceptions: readonly Exception[], names: readonly string[]): readonly Comparison[] {
  return exceptions.map((exception) => {
    const isNeeded = names.some((name) => covers(exception.names, name));
    const found = isNeeded ? exception.names : undefined;
    return verdict("exceptions", exception.reason, { ours: exception.names, upstream: found });
  });
}

function isExcepted(name: string, exceptions: readonly Exception[]): boolean {
  return exceptions.some(({ names }) => covers(names, name));
}

function covers(names: string, name: string): boolean {
  return names.endsWith("*") ? name.startsWith(names.slice(0, -1)) : name === names;
}

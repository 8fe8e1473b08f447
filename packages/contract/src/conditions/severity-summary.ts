// Summary and aggregate in the shape with severities. Both are about Ready.
import type { KubeObject } from "@capstan/kube";
import type { ConditionPlace, SeverityCondition } from "./condition-shapes.ts";
import { conditionAt, conditionsAt } from "./read-conditions.ts";
import { mergeSeverities, type SeveritySource } from "./severity-merge.ts";
import type { NewCondition } from "./set-condition.ts";

const ready = "Ready";

/** What a summary with severities is made of. */
export interface SeveritySummaryOptions {
  /** The types to summarize, the most relevant first; all except Ready by default. One that the object does not have is left out. */
  readonly types?: readonly string[];
  /** The types whose status True is an issue. */
  readonly negativePolarity?: readonly string[];
  /** Whether the message says how many conditions are True: "1 of 3 completed". */
  readonly stepCounter?: boolean;
  /** The step counter is left out when the object has a condition to summarize that is not of these types. */
  readonly stepCounterIfOnly?: readonly string[];
  /** Whether the reason names the object. */
  readonly addSourceRef?: boolean;
}

/**
 * The summary of conditions of one object in the shape with severities, as its Ready condition; undefined when there is none to summarize. Conditions
 * are grouped by status and severity, and the worst group decides: False with Error, Warning or Info, then True, then Unknown.
 *
 * @example
 * const place = { path: "status.conditions", shape: "severity" } as const;
 * const ready = severitySummaryOf(draft, place, { types: ["NetworkReady", "DiskReady"], stepCounter: true });
 */
export function severitySummaryOf(
  object: KubeObject,
  place: ConditionPlace,
  options: SeveritySummaryOptions = {},
): NewCondition | undefined {
  const { types, negativePolarity = [], addSourceRef = false } = options;
  // A place of the shape with severities has conditions of that shape.
  const sources = (conditionsAt(object, place) as readonly SeverityCondition[])
    .filter(({ type }) => type !== ready && (types === undefined || types.includes(type)))
    .map((condition) => ({ condition, negative: negativePolarity.includes(condition.type), owner: ownerOf(object) }));
  const steps = stepsOf(sources, options);
  return mergeSeverities(sources, { target: ready, order: types ?? [], steps, addSourceRef });
}

/** What an aggregate with severities is made of. */
export interface SeverityAggregateOptions {
  /** The type of the aggregate. */
  readonly target: string;
  /** Whether the message says how many objects are ready; true by default. */
  readonly stepCounter?: boolean;
  /** Whether the reason names the object that reports it. */
  readonly addSourceRef?: boolean;
}

/**
 * The aggregate of the Ready conditions of many objects in the shape with severities; undefined when none has one.
 *
 * @example
 * const place = { path: "status.deprecated.v1beta1.conditions", shape: "severity" } as const;
 * const ready = severityAggregateOf(machines, place, { target: "MachinesReady" });
 */
export function severityAggregateOf(
  objects: readonly KubeObject[],
  place: ConditionPlace,
  { target, stepCounter = true, addSourceRef = false }: SeverityAggregateOptions,
): NewCondition | undefined {
  const sources = objects.flatMap((object): SeveritySource[] => {
    const condition = conditionAt(object, place, ready);
    // A place of the shape with severities has conditions of that shape.
    return condition === undefined
      ? []
      : [{ condition: condition as SeverityCondition, negative: false, owner: ownerOf(object) }];
  });
  return mergeSeverities(sources, { target, steps: stepCounter ? objects.length : undefined, addSourceRef });
}

function ownerOf({ kind, metadata }: KubeObject): SeveritySource["owner"] {
  return { kind, name: metadata.name ?? "" };
}

function stepsOf(sources: readonly SeveritySource[], options: SeveritySummaryOptions): number | undefined {
  const { types, stepCounter = false, stepCounterIfOnly: only } = options;
  if (!stepCounter) return undefined;
  if (only !== undefined && sources.some(({ condition }) => !only.includes(condition.type))) return undefined;
  return (only ?? types ?? sources).length;
}

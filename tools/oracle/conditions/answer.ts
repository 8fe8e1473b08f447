// Capstan's answers to the questions.
import {
  aggregateOf,
  applyConditions,
  conditionAt,
  conditionPlaces,
  conditionsAt,
  defaultMergeStrategy,
  diffConditions,
  foreignCondition,
  foreignSeverityCondition,
  mirrorOf,
  priorityByPolarity,
  putCondition,
  reasonByPriority,
  removeCondition,
  setCondition,
  severityAggregateOf,
  severityMirrorOf,
  severitySummaryOf,
  summaryOf,
  type ConditionPlace,
  type MergeStrategy,
  type NewCondition,
  type SeverityCondition,
} from "@capstan/contract/conditions";
import { isCapstanError, type Condition, type KubeObject } from "@capstan/kube";
import type { Answer, OperationName, Question, QuestionObject, QuestionStrategy } from "./question.ts";

/** A question with its objects as Kubernetes stores them. */
interface Asked extends Omit<Question, "objects" | "foreign"> {
  readonly objects: readonly KubeObject[];
  readonly foreign?: KubeObject;
  readonly place: ConditionPlace;
  readonly now: Date;
}

/** Answers a question; `now` is the time of its transitions. */
export function answer(question: Question, now: Date): Answer {
  const severity = question.operation.startsWith("severity ");
  const place = placeOf(severity, question.otherPlace);
  const objects = question.objects.map((object) => stored(object, place));
  // What the generator makes has the fields of an object.
  const asked = { ...question, objects, place, now, foreign: question.foreign as KubeObject };
  try {
    const list = answers[question.operation](asked);
    return severity ? { legacy: list } : { conditions: list };
  } catch (error) {
    if (!isCapstanError(error)) throw error;
    return { error: error.message };
  }
}

function placeOf(severity: boolean, other: boolean): ConditionPlace {
  if (severity) return other ? conditionPlaces.deprecated : conditionPlaces.severity;
  return other ? conditionPlaces.beside : conditionPlaces.current;
}

function stored({ conditions, legacy, ...object }: QuestionObject, { path, shape }: ConditionPlace): KubeObject {
  const list = structuredClone(shape === "metav1" ? conditions : legacy);
  const status = path
    .split(".")
    .slice(1)
    .reduceRight<unknown>((inner, key) => ({ [key]: inner }), list);
  return { ...object, status } as KubeObject;
}

type List = readonly object[];

const answers: Readonly<Record<OperationName, (asked: Asked) => List>> = {
  set: (asked) => put(asked, given(asked.condition)),
  delete: remove,
  get: (asked) => one(conditionAt(target(asked), asked.place, asked.type ?? "")),
  mirror: (asked) => put(asked, mirrorOf(source(asked), mirrorOptions(asked))),
  "mirror foreign": (asked) => {
    const found = foreignCondition(required(asked.foreign), asked.type ?? "");
    return put(asked, mirrorOf(found, mirrorOptions(asked)));
  },
  summary: (asked) => {
    const { types = [], strategy, ...options } = asked.options ?? {};
    const given = strategy === undefined ? {} : { strategy: custom(strategy) };
    return put(
      asked,
      summaryOf(target(asked), asked.place, { ...options, types, target: asked.target ?? "", ...given }),
    );
  },
  aggregate: ({ type: of = "", target: aggregate = "", ...asked }) => {
    const { strategy, negativePolarity } = asked.options ?? {};
    const given = strategy === undefined ? {} : { strategy: custom(strategy) };
    const options = { of, target: aggregate, negativePolarity: negativePolarity !== undefined, ...given };
    return put(asked, aggregateOf(asked.objects.slice(1), asked.place, options));
  },
  patch,
  "severity set": (asked) => put(asked, given(asked.legacy)),
  "severity mark": (asked) => {
    const { type, status, reason = "", message = "", severity = "" } = required(asked.legacy);
    // A condition that is marked True has no message.
    const words = status === "True" ? {} : { message };
    setCondition(target(asked), asked.place, { type, status, reason, severity, now: asked.now, ...words });
    return list(asked);
  },
  "severity delete": remove,
  "severity get": (asked) => one(conditionAt(target(asked), asked.place, asked.type ?? "")),
  "severity mirror": (asked) => {
    // The place has conditions of this shape.
    const from = conditionAt(required(asked.objects[1]), asked.place, "Ready") as SeverityCondition | undefined;
    return put(asked, severityMirrorOf(from, severityMirrorOptions(asked)));
  },
  "severity mirror foreign": (asked) => {
    const from = foreignSeverityCondition(required(asked.foreign), "Ready");
    return put(asked, severityMirrorOf(from, severityMirrorOptions(asked)));
  },
  "severity summary": (asked) => put(asked, severitySummaryOf(target(asked), asked.place, asked.options)),
  "severity aggregate": (asked) => {
    const options = { ...asked.options, target: asked.target ?? "" };
    return put(asked, severityAggregateOf(asked.objects.slice(1), asked.place, options));
  },
  "severity patch": patch,
};

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the question does not have what its operation needs");
  return value;
}

function target({ objects }: Asked): KubeObject {
  return required(objects[0]);
}

function list(asked: Asked): List {
  return conditionsAt(target(asked), asked.place);
}

function one(condition: object | undefined): List {
  return condition === undefined ? [] : [condition];
}

function put(asked: Asked, condition: NewCondition | undefined): List {
  if (condition !== undefined) putCondition({ object: target(asked), place: asked.place, now: asked.now }, condition);
  return list(asked);
}

/** The condition to set; the generation comes from the object. */
function given(condition: Condition | SeverityCondition | undefined): NewCondition {
  const { observedGeneration: _unused, ...rest } = required(condition) as Condition;
  return rest;
}

function remove(asked: Asked): List {
  removeCondition(target(asked), asked.place, asked.type ?? "");
  return list(asked);
}

function source(asked: Asked): Condition | undefined {
  // The place has conditions of this shape.
  return conditionAt(required(asked.objects[1]), asked.place, asked.type ?? "") as Condition | undefined;
}

function mirrorOptions({ type: of = "", target: copy = "", fallback }: Asked): Parameters<typeof mirrorOf>[1] {
  return { of, target: copy, ...(fallback === undefined ? {} : { fallback }) };
}

/** A fallback that is True has nothing else. */
function severityMirrorOptions({ target: copy = "", fallback }: Asked): Parameters<typeof severityMirrorOf>[1] {
  const state = fallback?.status === "True" ? { status: "True" as const } : fallback;
  return { target: copy, ...(state === undefined ? {} : { fallback: state }) };
}

function custom({ issue, unknown, info, negativeTarget, negativePolarity, lines }: QuestionStrategy): MergeStrategy {
  return defaultMergeStrategy({
    reasonOf: reasonByPriority({ issue, unknown, info }),
    priorityOf: priorityByPolarity(negativePolarity),
    negativeTarget,
    transformLines: (all) => all.slice(0, lines),
  });
}

function patch({ objects, place, options, now }: Asked): List {
  const [before = [], after = [], latest = []] = objects.map((object) => conditionsAt(object, place));
  const owned = options?.owned ?? [];
  const change = diffConditions(place.shape, before, after);
  return applyConditions(latest, change, { owns: (type) => owned.includes(type), now });
}

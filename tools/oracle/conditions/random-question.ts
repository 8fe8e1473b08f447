// Random questions of each operation.
import type { SeverityCondition } from "@capstan/contract/conditions";
import type { Condition } from "@capstan/kube";
import type { Random } from "@capstan/repo";
import type { Fallback, OperationName, Question, QuestionObject, QuestionStrategy } from "./question.ts";
import {
  randomCondition,
  randomForeign,
  randomMessage,
  randomObject,
  randomReason,
  randomSeverity,
  randomSeverityCondition,
  randomStatus,
  randomType,
  randomTypes,
} from "./random-values.ts";

type Rest = Omit<Question, "operation" | "otherPlace">;

/** What each operation asks. */
const questions: Readonly<Record<OperationName, (random: Random) => Rest>> = {
  set: (random) => ({
    objects: [randomObject(random)],
    condition: randomCondition(random, randomType(random), 0.7),
  }),
  delete: deletion,
  get: deletion,
  mirror: (random) => ({ ...mirrored(random), objects: [randomObject(random), randomObject(random)] }),
  "mirror foreign": (random) => ({
    ...mirrored(random),
    objects: [randomObject(random)],
    foreign: randomForeign(random),
  }),
  summary,
  aggregate: (random) => {
    const type = randomType(random);
    return {
      objects: [randomObject(random), ...objects(random)],
      type,
      target: random.chance(0.5) ? type : randomType(random),
      options: {
        ...(random.chance(0.3) ? { negativePolarity: [type] } : {}),
        ...(random.chance(0.3) ? { strategy: strategy(random) } : {}),
      },
    };
  },
  patch,
  "severity set": (random) => ({
    objects: [randomObject(random)],
    legacy: withoutTime(random, randomSeverityCondition(random, randomType(random))),
  }),
  "severity mark": (random) => ({
    objects: [randomObject(random)],
    legacy: {
      ...withoutTime(random, randomSeverityCondition(random, randomType(random))),
      severity: randomSeverity(random),
    },
  }),
  "severity delete": deletion,
  "severity get": deletion,
  "severity mirror": (random) => ({
    objects: [randomObject(random), randomObject(random)],
    target: randomType(random),
    ...(random.chance(0.5) ? { fallback: { ...fallback(random), status: random.pick(["True", "False"]) } } : {}),
  }),
  "severity mirror foreign": (random) => ({
    objects: [randomObject(random)],
    target: randomType(random),
    foreign: randomForeign(random, "valid"),
    ...(random.chance(0.5) ? { fallback: { ...fallback(random), status: random.pick(["True", "False"]) } } : {}),
  }),
  "severity summary": (random) => ({
    objects: [randomObject(random)],
    options: {
      ...(random.chance(0.7) ? { types: [randomType(random), ...randomTypes(random, 6)] } : {}),
      negativePolarity: randomTypes(random, 4),
      ...steps(random),
      ...(random.chance(0.2) ? { stepCounterIfOnly: [randomType(random), ...randomTypes(random, 8)] } : {}),
    },
  }),
  "severity aggregate": (random) => ({
    objects: [randomObject(random), ...objects(random)],
    target: randomType(random),
    options: steps(random),
  }),
  "severity patch": patch,
};

/** The operations. */
export const operations = Object.keys(questions) as readonly OperationName[];

/** A question of an operation. */
export function randomQuestion(random: Random, operation: OperationName): Question {
  return { operation, otherPlace: random.chance(0.5), ...questions[operation](random) };
}

function deletion(random: Random): Rest {
  return { objects: [randomObject(random)], type: randomType(random) };
}

function objects(random: Random): QuestionObject[] {
  return random.list(14, () => 0).map((_, number) => randomObject(random, number));
}

function fallback(random: Random): Fallback {
  return {
    status: randomStatus(random),
    reason: randomReason(random),
    message: randomMessage(random),
    severity: randomSeverity(random),
  };
}

function mirrored(random: Random): Omit<Rest, "objects"> {
  const type = randomType(random);
  return {
    type,
    target: random.chance(0.3) ? type : randomType(random),
    ...(random.chance(0.5) ? { fallback: fallback(random) } : {}),
  };
}

function strategy(random: Random): QuestionStrategy {
  return {
    issue: "NotReady",
    unknown: "ReadyUnknown",
    info: "Ready",
    negativeTarget: random.chance(0.3),
    negativePolarity: randomTypes(random, 4),
    lines: 1 + random.below(5),
  };
}

function summary(random: Random): Rest {
  const object = randomObject(random);
  const types = randomTypes(random, 8);
  const existing = (object.conditions ?? []).map(({ type }) => type);
  const overridden = random.list(3, () =>
    existing.length > 0 && random.chance(0.9) ? random.pick(existing) : randomType(random),
  );
  return {
    objects: [object],
    target: random.chance(0.8) ? "Summary" : randomType(random),
    options: {
      types,
      negativePolarity: randomTypes(random, 4),
      ignoreIfMissing: random.chance(0.5) ? randomTypes(random, 6) : [],
      overrides: random.chance(0.3) ? overridden.map((type) => randomCondition(random, type)) : [],
      ...(random.chance(0.5) ? { strategy: strategy(random) } : {}),
    },
  };
}

function steps(random: Random): { stepCounter?: boolean; addSourceRef?: boolean } {
  return {
    ...(random.chance(0.5) ? { stepCounter: random.chance(0.6) } : {}),
    ...(random.chance(0.3) ? { addSourceRef: true } : {}),
  };
}

/** Before, after and latest: both changed the same object, sometimes in the same way. */
function patch(random: Random): Rest {
  const before = randomObject(random);
  const after = changed(random, before);
  const latest = random.chance(0.2) ? changed(random, after) : changed(random, before);
  return { objects: [before, after, latest], options: { owned: randomTypes(random, 6) } };
}

function changed(random: Random, object: QuestionObject): QuestionObject {
  return {
    ...object,
    conditions: changedList(random, object.conditions ?? [], (type) => randomCondition(random, type, 0)),
    legacy: changedList(random, object.legacy ?? [], (type) => randomSeverityCondition(random, type)),
  };
}

function changedList<C extends Condition | SeverityCondition>(
  random: Random,
  list: readonly C[],
  make: (type: string) => C,
): C[] {
  const kept = list.filter(() => random.chance(0.85));
  const varied = kept.map((condition) => (random.chance(0.7) ? condition : variant(random, condition, make)));
  const added = random.chance(0.4) ? [randomType(random)] : [];
  return [...varied, ...added.filter((type) => !varied.some((one) => one.type === type)).map(make)];
}

/** The condition with another value of one field, or another condition of the type. */
function variant<C extends Condition | SeverityCondition>(random: Random, condition: C, make: (type: string) => C): C {
  const other = make(condition.type);
  if (random.chance(0.2)) return other;
  const field = random.pick(["status", "reason", "message", "lastTransitionTime", "observedGeneration"] as const);
  // The fields of one shape that the other does not have stay absent.
  return { ...condition, ...(field in other ? { [field]: other[field as keyof C] } : {}) };
}

function withoutTime(random: Random, condition: SeverityCondition): SeverityCondition {
  const { lastTransitionTime, ...rest } = condition;
  // A condition to set has no time as a rule.
  return (random.chance(0.7) ? rest : { ...rest, lastTransitionTime }) as SeverityCondition;
}

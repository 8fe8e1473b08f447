// Every problem of a set of objects, in the order of the tree: errors, of these first what is rejected, then warnings, then what is only an information.
import { coreGroup } from "@capstan/contract";
import { diagnose, formatKey, keyOf, type Diagnostic, type KubeObject } from "@capstan/kube";
import { blockedMachines } from "./blocked-machines.ts";
import { conditionSentence } from "./short-words.ts";
import { isCoreKind, objectNameOf, type ObjectName, type ObjectSet } from "./object-set.ts";
import type { OwnedObject } from "./ownership.ts";
import type { ProblemContext, RuleResult } from "./problem-rule.ts";
import { problemRules } from "./problem-rules.ts";
import { objectProblems, type ObjectProblemCode } from "./problem-table.ts";
import { mainCondition, readySummary } from "./ready-summary.ts";
import { isUsualWait } from "./waiting-time.ts";

/** A problem, and the object that has it. */
export interface DescribedProblem extends Diagnostic {
  readonly object: ObjectName;
}

/** The objects, and what only the caller knows. */
export interface DescribedObjects extends Omit<ProblemContext, "hasChildren" | "hasBlockedSet"> {
  readonly set: ObjectSet;
  /** Whether sentences begin with the namespace of their object, too. */
  readonly namespaces?: boolean;
}

/** The problems of these objects, as `ownedObjects` returns them; the rules see all objects of the set. */
export function describedProblems(owned: readonly OwnedObject[], given: DescribedObjects): readonly DescribedProblem[] {
  const steps = problemSteps(owned, given);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same for a caller that does something else between two steps: each looks at one object. */
export type ProblemSteps = Generator<undefined, readonly DescribedProblem[]>;

/** Finds the problems in steps. */
export function* problemSteps(owned: readonly OwnedObject[], given: DescribedObjects): ProblemSteps {
  const { objects } = given.set.input;
  const aboveThese = (these: readonly KubeObject[]): ((object: KubeObject) => boolean) => {
    const above = new Set(these.map((object) => given.set.above(object)));
    return (object) => above.has(object);
  };
  const blocked = objects.filter((object) => blockedMachines(object) !== undefined);
  const context = { ...given, hasChildren: aboveThese(objects), hasBlockedSet: aboveThese(blocked) };
  const found = yield* problemsOfAll(owned, { context, explained: false });
  const isRejected = ({ code }: DescribedProblem): boolean => code === "describe/rejected";
  const ordered = [...found.filter(isRejected), ...found.filter((each) => !isRejected(each))];
  return severities.flatMap((each) => ordered.filter(({ severity }) => severity === each));
}

const severities: readonly Diagnostic["severity"][] = ["error", "warning", "info"];

interface Walk {
  readonly context: ProblemContext & Pick<DescribedObjects, "namespaces">;
  /** Whether a problem of an object above says already why this one is not ready. */
  readonly explained: boolean;
}

/** Problems that do not say why objects below are not ready. */
const apart: readonly ObjectProblemCode[] = [
  "describe/rejected",
  "describe/replicas",
  "describe/paused",
  "describe/on-delete",
];

function* problemsOfAll(owned: readonly OwnedObject[], walk: Walk): ProblemSteps {
  const found: (readonly DescribedProblem[])[] = [];
  for (const each of owned) found.push(yield* problemsBelow(each, walk));
  return found.flat();
}

function* problemsBelow({ object, children }: OwnedObject, { context, explained }: Walk): ProblemSteps {
  yield;
  const results = problemRules.flatMap((rule) => rule(object, context));
  const explains = explained || results.some(({ code }) => !apart.includes(code));
  const problem = (result: RuleResult): DescribedProblem => problemOf(object, result, context.namespaces);
  const own = results.map(problem);
  const below = yield* problemsOfAll(children, { context, explained: explains });
  const isExplained =
    explains ||
    [...own, ...below].some(({ severity }) => severity === "error") ||
    countsMachines(object, children, context);
  return [...own, ...(isExplained ? [] : notReady(object, context).map(problem)), ...below];
}

/** Whether an object is a set whose machines are known: what it reports, it has only counted, and a machine that is not ready is reported itself. */
function countsMachines(
  object: KubeObject,
  children: readonly OwnedObject[],
  { set }: Pick<ProblemContext, "set">,
): boolean {
  return isCoreKind(object, "MachineSet") && (children.length > 0 || set.isComplete(`Machine.${coreGroup}`));
}

function problemOf(
  object: KubeObject,
  { code, values, isUsual = false }: RuleResult,
  namespaces: boolean = false,
): DescribedProblem {
  const key = keyOf(object);
  const named = { kind: object.kind, name: namespaces ? formatKey(key) : key.name, ...values };
  const found = diagnose(objectProblems, code, { values: named });
  return { ...found, ...(isUsual && { severity: "info" }), object: objectNameOf(object) };
}

function notReady(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  const ready = readySummary(object);
  if (ready === undefined || ready.status === "True" || object.metadata.deletionTimestamp !== undefined) return [];
  const condition = mainCondition(object);
  const state = condition === undefined ? "it has not set its flag" : conditionSentence(condition);
  // A reason that its controller gave proves that the controller runs.
  const hasReason = condition !== undefined && condition.reason !== "";
  const advice = hasReason
    ? "look at the log of its controller"
    : "check that its controller runs, and look at its log";
  const isUsual = isCoreKind(object, "Machine") && isUsualWait(object, ready.since, context);
  return [{ code: "describe/not-ready", values: { state, advice }, isUsual }];
}

// A spoke object as it is after a round trip: every value in the form that its own operation results in. Computed field by
// field and without kept data, so that proofs compare two independent computations.
import { deepClone } from "@capstan/kube";
import { convertValue, elementsAt, otherSide } from "./apply-rules.ts";
import type { ConversionContext } from "./conversion-op.ts";
import type { ConversionPlan, ConversionRules, PropertyPath, FieldRule, Side } from "./conversion-plan.ts";
import { isEmpty, namespaceIn, objectAt, putAt, takeAt, valueAt, type Fields } from "./fields.ts";

interface Hub {
  readonly hub: Side;
  readonly context: ConversionContext;
}

/** The spoke object as it comes back from the hub, apart from the annotation. */
export function normalForm(plan: ConversionPlan, object: object): Fields {
  const result: Fields = deepClone({ ...object });
  normalize(result, plan.rules, { hub: plan.hub, context: { namespace: namespaceIn(result) } });
  return result;
}

function normalize(object: Fields, rules: ConversionRules, at: Hub): void {
  const spoke = otherSide(at.hub);
  const rejected = (rules.notEmpty ?? []).filter(
    ({ side, path }) => side === at.hub && leavesNothing(object, { path, rules }, at),
  );
  for (const rule of rules.fields) {
    const path = rule[spoke];
    if (path === undefined || objectAt(object, path.slice(0, -1)) === undefined) continue;
    const back =
      rule[at.hub] === undefined ? madeOfNothing(rule, spoke) : thereAndBack(rule, valueAt(object, path), at);
    if (back === undefined) takeAt(object, path);
    else putAt(object, path, back);
  }
  for (const { path } of rejected) takeAt(object, path);
  for (const { side, path } of [...(rules.onlyIn ?? []), ...(rules.notEmpty ?? [])]) {
    const container = side === spoke ? objectAt(object, path) : undefined;
    if (container !== undefined && isEmpty(container)) takeAt(object, path);
  }
  for (const element of rules.elements ?? []) {
    for (const { fields } of elementsAt(object, element)) normalize(fields, element.rules, at);
  }
}

/** The value of a field that the hub does not have: its default, if the newer version is the one without the field. */
function madeOfNothing(rule: FieldRule, spoke: Side): unknown {
  return spoke === "newer" ? rule.default : undefined;
}

function thereAndBack(rule: FieldRule, value: unknown, { hub, context }: Hub): unknown {
  const there = convertValue(rule, value, { side: hub, context });
  return convertValue(rule, there, { side: otherSide(hub), context });
}

/** Whether no field of the object at the path exists in the hub, which rejects an empty object. */
function leavesNothing(
  object: Fields,
  { path, rules }: { readonly path: PropertyPath; readonly rules: ConversionRules },
  at: Hub,
): boolean {
  const spoke = otherSide(at.hub);
  const container = objectAt(object, path);
  if (container === undefined) return false;
  const left = deepClone(container);
  for (const rule of rules.fields) {
    const own = rule[spoke];
    const inside = own !== undefined && startsWith(own, path);
    const value = inside ? convertValue(rule, valueAt(object, own), { side: at.hub, context: at.context }) : undefined;
    if (inside && (value === undefined || !startsWith(rule[at.hub] ?? [], path))) takeAt(left, own.slice(path.length));
    if (!inside && startsWith(rule[at.hub] ?? [], path) && own !== undefined && valueAt(object, own) !== undefined)
      return false;
  }
  return isEmpty(left);
}

function startsWith(path: PropertyPath, prefix: PropertyPath): boolean {
  return path.length > prefix.length && prefix.every((step, index) => path[index] === step);
}

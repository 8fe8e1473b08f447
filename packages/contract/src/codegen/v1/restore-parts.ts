// Restores the parts that the other version does not have (lost-parts.ts), unless the user changed or removed what they belong to.
import { deepEqual, isJsonObject } from "@capstan/kube";
import { hasAnchor, type Kept, type Restoring } from "./anchors.ts";
import { convertValue, elementsAt, otherSide } from "./apply-rules.ts";
import type { ContainerRule, ElementRule, FieldRule } from "./conversion-plan.ts";
import { isEmpty, objectAt, putAt, takeAt, valueAt, type Fields } from "./fields.ts";

/**
 * Restores kept parts in an object that was converted to the hub. A part is restored only if the objects around it still exist and the
 * other version still has the value that the part converts to: a user's edit takes precedence.
 */
export function restoreParts(object: Fields, { kept, source }: Kept, direction: Restoring): void {
  const { rules } = direction;
  for (const container of [...(rules.onlyIn ?? []), ...(rules.notEmpty ?? [])])
    restoreContainer(object, { kept, source }, { container, ...direction });
  for (const rule of rules.fields) restoreField(object, { kept, source }, { rule, ...direction });
  for (const element of rules.elements ?? []) restoreElements(object, { kept, source }, { element, ...direction });
}

function restoreContainer(
  object: Fields,
  parts: Kept,
  { container, ...at }: Restoring & { readonly container: ContainerRule },
): void {
  const { path } = container;
  const part = objectAt(parts.kept, path);
  if (part === undefined || !isEmpty(part) || !hasAnchor(parts, container, at)) return;
  if (valueAt(object, path) === undefined) putAt(object, path, {});
}

function restoreField(object: Fields, parts: Kept, { rule, ...at }: Restoring & { readonly rule: FieldRule }): void {
  const path = rule[at.hub];
  if (path === undefined || !hasAnchor(parts, { ...rule, path }, at)) return;
  const part = valueAt(parts.kept, path);
  if (part === undefined) return;
  const candidate = { rule, part: part === null ? undefined : part, now: valueAt(object, path) };
  const restored = mergeValue(candidate, parts.source, at);
  if (restored === undefined) takeAt(object, path);
  else putAt(object, path, restored);
}

interface Candidate {
  readonly rule: FieldRule;
  readonly part: unknown;
  readonly now: unknown;
}

/** The kept part where the other version still agrees with it, otherwise the converted value; lists with keys by element. */
function mergeValue({ rule, part, now }: Candidate, source: Fields, { hub, context }: Restoring): unknown {
  const spoke = { side: otherSide(hub), context };
  const path = rule[spoke.side];
  if (path === undefined) return part;
  const agrees = (a: unknown, b: unknown): boolean => deepEqual(convertValue(rule, a, spoke), b);
  if (agrees(part, valueAt(source, path))) return part;
  const key = hub === "newer" ? rule.as?.key : undefined;
  if (key === undefined || !Array.isArray(part) || !Array.isArray(now)) return now;
  return now.map((element: unknown) => {
    const old: unknown = part.find((candidate: unknown) => fieldOf(candidate, key) === fieldOf(element, key));
    return old !== undefined && agrees([old], convertValue(rule, [element], spoke)) ? old : element;
  });
}

function fieldOf(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined;
}

function restoreElements(
  object: Fields,
  { kept, source }: Kept,
  { element, ...direction }: Restoring & { readonly element: ElementRule },
): void {
  const parts = elementsAt(kept, element);
  const sources = elementsAt(source, element);
  const elements = elementsAt(object, element);
  // Without keys an element is identified by its index, which is not reliable when the length has changed.
  if (element.form === "list" && element.keys === undefined && parts.length !== elements.length) return;
  for (const { id, fields } of elements) {
    const part = parts.find((candidate) => candidate.id === id)?.fields;
    const from = sources.find((candidate) => candidate.id === id)?.fields;
    if (part !== undefined && from !== undefined) {
      restoreParts(fields, { kept: part, source: from }, { ...direction, rules: element.rules });
    }
  }
}

// A plan as an object literal.
import type { PlanContainer, PlanElements, PlanField, PlanRules } from "./pair-plan.ts";

/** The literal of rules, its lines indented by `indent`. */
export function rulesText(rules: PlanRules, indent: string): string {
  const deeper = `${indent}  `;
  const parts = [
    list("fields", rules.fields.map(fieldText), deeper),
    ...(rules.onlyIn.length === 0 ? [] : [list("onlyIn", rules.onlyIn.map(containerText), deeper)]),
    ...(rules.notEmpty.length === 0 ? [] : [list("notEmpty", rules.notEmpty.map(containerText), deeper)]),
    ...(rules.elements.length === 0
      ? []
      : [
          list(
            "elements",
            rules.elements.map((one) => elementsText(one, `${deeper}  `)),
            deeper,
          ),
        ]),
  ];
  return `{\n${parts.join("")}${indent}}`;
}

function list(name: string, items: readonly string[], indent: string): string {
  if (items.length === 0) return `${indent}${name}: [],\n`;
  return `${indent}${name}: [\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}],\n`;
}

function pathText(path: readonly string[]): string {
  return `[${path.map((step) => JSON.stringify(step)).join(", ")}]`;
}

function fieldText({ older, newer, call, anchor, ...rest }: PlanField): string {
  return object([
    ["older", older && pathText(older)],
    ["newer", newer && pathText(newer)],
    ["as", call],
    ["default", rest.default === undefined ? undefined : JSON.stringify(rest.default)],
    ["anchor", anchor?.toString()],
  ]);
}

function containerText({ side, path, anchor }: PlanContainer): string {
  return object([
    ["side", JSON.stringify(side)],
    ["path", pathText(path)],
    ["anchor", anchor?.toString()],
  ]);
}

function elementsText({ path, form, keys, rules }: PlanElements, indent: string): string {
  return object([
    ["path", pathText(path)],
    ["form", JSON.stringify(form)],
    ["keys", keys && pathText(keys)],
    ["rules", rulesText(rules, indent)],
  ]);
}

function object(entries: readonly (readonly [string, string | undefined])[]): string {
  return `{ ${entries.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])).join(", ")} }`;
}

// A plan as an object literal.
import { stringLiteral, valueLiteral } from "@capstan/generator-model/writing";
import { withValues } from "./element-values.ts";
import type {
  PlanContainer,
  PlanElements,
  PlanField,
  PlanNamed,
  PlanNull,
  PlanRules,
  PlanTogether,
} from "./plan-model.ts";

/** The literal of rules, its lines indented by `indent`. */
export function rulesCode(rules: PlanRules, indent: string): string {
  const deeper = `${indent}  `;
  const parts = [
    list("fields", rules.fields.map(fieldCode), deeper),
    ...(rules.together.length === 0 ? [] : [list("together", rules.together.map(togetherCode), deeper)]),
    ...(rules.onlyIn.length === 0 ? [] : [list("onlyIn", rules.onlyIn.map(containerCode), deeper)]),
    ...(rules.notEmpty.length === 0 ? [] : [list("notEmpty", rules.notEmpty.map(containerCode), deeper)]),
    ...(rules.emptied.length === 0 ? [] : [list("emptied", rules.emptied.map(containerCode), deeper)]),
    ...(rules.nulls.length === 0 ? [] : [list("nulls", rules.nulls.map(nullCode), deeper)]),
    ...(rules.elements.length === 0
      ? []
      : [
          list(
            "elements",
            rules.elements.map((one) => elementsCode(one, `${deeper}  `)),
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

function pathCode(path: readonly string[]): string {
  if (path.length === 0) throw new Error("a rule of a conversion plan has an empty path: it would change nothing");
  return valueLiteral(path);
}

function fieldCode({ older, newer, call, anchor, inside, ...rest }: PlanField): string {
  return object([
    ["older", older && pathCode(older)],
    ["newer", newer && pathCode(newer)],
    ["as", call],
    ["default", rest.default === undefined ? undefined : valueLiteral(rest.default)],
    ["within", rest.within?.toString()],
    ["olderDefault", rest.olderDefault === undefined ? undefined : valueLiteral(rest.olderDefault)],
    ["keep", rest.keep?.toString()],
    ["required", rest.required?.toString()],
    ["needed", rest.needed?.toString()],
    ["fillsObject", rest.fillsObject?.toString()],
    ["members", rest.members && valueLiteral(rest.members)],
    ["union", rest.union && valueLiteral(rest.union)],
    ["exclusive", rest.exclusive && valueLiteral(rest.exclusive)],
    ["shape", rest.shape === undefined ? undefined : valueLiteral(rest.shape)],
    ["anchor", anchor?.toString()],
    ["inside", inside?.toString()],
  ]);
}

function togetherCode({ name, call, older, newer }: PlanTogether): string {
  const fields = (named: readonly PlanNamed[]): string => `[${named.map(namedCode).join(", ")}]`;
  return object([
    ["name", stringLiteral(name)],
    ["as", call],
    ["older", fields(older)],
    ["newer", fields(newer)],
  ]);
}

function namedCode({ name, path, shape, anchor }: PlanNamed): string {
  return object([
    ["name", stringLiteral(name)],
    ["path", pathCode(path)],
    ["shape", valueLiteral(shape)],
    ["anchor", anchor?.toString()],
  ]);
}

function containerCode({ side, path, anchor, inside, stays, members, exclusive }: PlanContainer): string {
  return object([
    ["side", stringLiteral(side)],
    ["path", pathCode(path)],
    ["anchor", anchor?.toString()],
    ["inside", inside?.toString()],
    ["stays", stays?.toString()],
    ["members", members && valueLiteral(members)],
    ["exclusive", exclusive && valueLiteral(exclusive)],
  ]);
}

function nullCode({ of, older, newer, anchor, inWhole, ofValues, default: set }: PlanNull): string {
  return object([
    ["of", stringLiteral(of)],
    ["older", pathCode(older)],
    ["newer", pathCode(newer)],
    ["anchor", anchor?.toString()],
    ["inWhole", inWhole?.toString()],
    ["ofValues", ofValues?.toString()],
    ["default", set === undefined ? undefined : valueLiteral(set)],
  ]);
}

function elementsCode(elements: PlanElements, indent: string): string {
  const { path, form, keys, spokeKeys, values, rules } = withValues(elements);
  return object([
    ["path", pathCode(path)],
    ["form", stringLiteral(form)],
    ["keys", keys && pathCode(keys)],
    ["spokeKeys", spokeKeys && pathCode(spokeKeys)],
    ["values", values?.toString()],
    ["rules", rulesCode(rules, indent)],
  ]);
}

function object(entries: readonly (readonly [string, string | undefined])[]): string {
  return `{ ${entries.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])).join(", ")} }`;
}

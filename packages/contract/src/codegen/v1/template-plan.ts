// A template's conversion follows from its kind's: the rules of the spec, inside spec.template.spec.
// Authors declare no conversion for a template.
import type {
  ConversionPlan,
  ConversionRules,
  ContainerRule,
  ElementRule,
  PropertyPath,
  FieldRule,
  NamedField,
  TogetherFields,
} from "./conversion-plan.ts";

const deeper = 2;

function isSpec(path: PropertyPath | undefined): boolean {
  return path === undefined || path[0] === "spec";
}

function inTemplate(path: PropertyPath): PropertyPath {
  return ["spec", "template", ...path];
}

function shift(anchor: number | undefined): { readonly anchor?: number } {
  return anchor === undefined ? {} : { anchor: anchor + deeper };
}

function fieldInTemplate({ older, newer, anchor, ...rest }: FieldRule): FieldRule {
  return {
    ...rest,
    ...(older === undefined ? {} : { older: inTemplate(older) }),
    ...(newer === undefined ? {} : { newer: inTemplate(newer) }),
    ...shift(anchor),
  };
}

function groupInTemplate(group: TogetherFields): TogetherFields {
  const shifted = (fields: readonly NamedField[]): NamedField[] =>
    fields.map(({ path, anchor, ...rest }) => ({ ...rest, path: inTemplate(path), ...shift(anchor) }));
  return { ...group, older: shifted(group.older), newer: shifted(group.newer) };
}

function containerInTemplate({ side, path, anchor }: ContainerRule): ContainerRule {
  return { side, path: inTemplate(path), ...shift(anchor) };
}

function rulesInTemplate(rules: ConversionRules): ConversionRules {
  const { fields, together = [], onlyIn = [], notEmpty = [], emptied = [], elements = [] } = rules;
  return {
    together: together
      .filter(({ older, newer }) => [...older, ...newer].every(({ path }) => isSpec(path)))
      .map(groupInTemplate),
    fields: fields.filter(({ older, newer }) => isSpec(older) && isSpec(newer)).map(fieldInTemplate),
    onlyIn: onlyIn.filter(({ path }) => isSpec(path)).map(containerInTemplate),
    notEmpty: notEmpty.filter(({ path }) => isSpec(path)).map(containerInTemplate),
    emptied: emptied.filter(({ path }) => isSpec(path)).map(containerInTemplate),
    elements: elements
      .filter(({ path }) => isSpec(path))
      .map((element): ElementRule => ({ ...element, path: inTemplate(element.path) })),
  };
}

/** The plan of a kind's template. Fields that the template omits are absent there, and stay so. */
export function templatePlan(plan: ConversionPlan): ConversionPlan {
  return { ...plan, kind: `${plan.kind}Template`, rules: rulesInTemplate(plan.rules) };
}

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
  Side,
  TogetherFields,
  UnionMembers,
  VersionDefaults,
} from "./conversion-plan.ts";

const deeper = 2;

function isSpec([part]: PropertyPath): boolean {
  return part === "spec";
}

function inTemplate(path: PropertyPath): PropertyPath {
  return ["spec", "template", ...path];
}

/** The counts of leading steps that a rule may have. */
const stepCounts = ["within", "anchor", "inside"] as const;

/** The rule with its counts from the object of the template. */
function shift<T extends Readonly<Partial<Record<(typeof stepCounts)[number], number>>>>(rule: T): T {
  const counts = stepCounts.flatMap((name) => {
    const steps = rule[name];
    return steps === undefined ? [] : [[name, steps + deeper] as const];
  });
  return { ...rule, ...Object.fromEntries(counts) };
}

/** The rule, without a side that is not in the spec: in templates of that version, there is no such field. */
function fieldInTemplate({ older, newer, members, exclusive, ...rest }: FieldRule): FieldRule[] {
  const sides: Pick<FieldRule, Side> = {
    ...(older !== undefined && isSpec(older) ? { older: inTemplate(older) } : {}),
    ...(newer !== undefined && isSpec(newer) ? { newer: inTemplate(newer) } : {}),
  };
  return Object.keys(sides).length === 0
    ? []
    : [{ ...shift(rest), ...membersInTemplate(members), ...exclusiveInTemplate(exclusive), ...sides }];
}

/** The unions that a field is in: that of a side without the field says nothing. */
function membersInTemplate(members: FieldRule["members"]): Pick<FieldRule, "members"> {
  if (members === undefined) return {};
  const { older, newer } = members;
  return {
    members: {
      ...(older === undefined ? {} : { older: unionsInTemplate(older) }),
      ...(newer === undefined ? {} : { newer: unionsInTemplate(newer) }),
    },
  };
}

function unionsInTemplate(unions: readonly UnionMembers[]): UnionMembers[] {
  return unions.map((union) => ({ ...union, path: inTemplate(union.path) }));
}

function isGroupOfSpec({ older, newer }: TogetherFields): boolean {
  return [...older, ...newer].every(({ path }) => isSpec(path));
}

/** What a template has of a group that is not all in the spec: fields that nothing is made of. */
function fieldsOfGroup(group: TogetherFields): FieldRule[] {
  return (["older", "newer"] as const).flatMap((side) =>
    group[side].flatMap(({ path, shape, anchor }) =>
      fieldInTemplate({ [side]: path, shape, ...(anchor === undefined ? {} : { anchor }) }),
    ),
  );
}

function groupInTemplate(group: TogetherFields): TogetherFields {
  const shifted = (fields: readonly NamedField[]): NamedField[] =>
    fields.map((field) => ({ ...shift(field), path: inTemplate(field.path) }));
  return { ...group, older: shifted(group.older), newer: shifted(group.newer) };
}

/** The fields that exclude a field. */
function exclusiveInTemplate(exclusive: FieldRule["exclusive"]): Pick<FieldRule, "exclusive"> {
  if (exclusive === undefined) return {};
  const { older, newer } = exclusive;
  return {
    exclusive: {
      ...(older === undefined ? {} : { older: older.map(inTemplate) }),
      ...(newer === undefined ? {} : { newer: newer.map(inTemplate) }),
    },
  };
}

function containerInTemplate({ members, exclusive, ...rule }: ContainerRule): ContainerRule {
  return {
    ...shift(rule),
    path: inTemplate(rule.path),
    ...(members === undefined ? {} : { members: unionsInTemplate(members) }),
    ...(exclusive === undefined ? {} : { exclusive: exclusive.map(inTemplate) }),
  };
}

function rulesInTemplate(rules: ConversionRules): ConversionRules {
  const { fields, together = [], onlyIn = [], notEmpty = [], emptied = [], nulls = [], elements = [] } = rules;
  return {
    together: together.filter(isGroupOfSpec).map(groupInTemplate),
    fields: [
      ...fields.flatMap(fieldInTemplate),
      ...together.filter((group) => !isGroupOfSpec(group)).flatMap(fieldsOfGroup),
    ],
    onlyIn: onlyIn.filter(({ path }) => isSpec(path)).map(containerInTemplate),
    notEmpty: notEmpty.filter(({ path }) => isSpec(path)).map(containerInTemplate),
    emptied: emptied.filter(({ path }) => isSpec(path)).map(containerInTemplate),
    nulls: nulls
      .filter(({ older, newer }) => isSpec(older) && isSpec(newer))
      .map((rule) => ({ ...shift(rule), older: inTemplate(rule.older), newer: inTemplate(rule.newer) })),
    elements: elements
      .filter(({ path }) => isSpec(path))
      .map((element): ElementRule => ({ ...element, path: inTemplate(element.path) })),
  };
}

/** The plan of a kind's template. Fields that the template omits are absent there, and stay so. The schemas of templates have defaults of their own. */
export function templatePlan(plan: ConversionPlan, defaults?: VersionDefaults): ConversionPlan {
  const { group, older, newer, hub } = plan;
  const own = { group, kind: `${plan.kind}Template`, older, newer, hub, rules: rulesInTemplate(plan.rules) };
  return defaults === undefined ? own : { ...own, defaults };
}

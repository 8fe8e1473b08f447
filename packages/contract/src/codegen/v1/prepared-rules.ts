// What follows from the rules of a plan alone. Each object and each element needs it, so it is found once for all of them.
import type { ContainerRule, ConversionRules, FieldRule, PropertyPath, Side } from "./conversion-plan.ts";
import { pathKey } from "./fields.ts";
import { refusedContainer } from "./refused-containers.ts";

/** Parts of rules that are looked for again and again. */
export interface PreparedRules {
  /** The rules of fields in the order in which kept values come back: which fields a union has is known when its discriminator is there, and that may be in a member of another union. */
  readonly restored: readonly FieldRule[];
  /** The objects that come back empty. Those in unions do so when the discriminators are there, as fields do. */
  readonly empty: readonly ContainerRule[];
  readonly emptyInUnions: readonly ContainerRule[];
  /** Rules of fields that the hub does not have beside every other. */
  readonly beside: readonly FieldRule[];
  /** Rules that change the form of a value. */
  readonly forms: readonly FieldRule[];
  /** The objects around the fields of a side, inner ones first. */
  readonly objects: BySide<readonly PropertyPath[]>;
  /** Those that a default or functions of several fields make when a hub of this side comes back. */
  readonly made: BySide<readonly PropertyPath[]>;
  /** The objects of a hub of this side that can be lost as a whole. */
  readonly losable: BySide<readonly ContainerRule[]>;
}

type BySide<T> = Readonly<Record<Side, T>>;

const prepared = new WeakMap<ConversionRules, PreparedRules>();

/** The parts of these rules. */
export function prepare(rules: ConversionRules): PreparedRules {
  const before = prepared.get(rules);
  if (before !== undefined) return before;
  const parts = partsOf(rules);
  prepared.set(rules, parts);
  return parts;
}

function partsOf(rules: ConversionRules): PreparedRules {
  const { fields, together = [], onlyIn = [], notEmpty = [], emptied = [] } = rules;
  const placesOf = (side: Side): PropertyPath[] => fields.map(({ [side]: path = [] }) => path);
  const ofGroups = (side: Side): PropertyPath[] => together.flatMap((group) => group[side].map(({ path }) => path));
  const filled = fields.filter(({ within, default: value }) => within !== undefined || value !== undefined);
  const containers = [
    ...onlyIn,
    ...notEmpty.map((one) => (refusedContainer(rules, one)?.isByOthers === true ? withItself(one) : one)),
    ...emptied.map(withItself),
  ];
  const bySide = <T>(of: (side: Side) => T): BySide<T> => ({ older: of("older"), newer: of("newer") });
  return {
    restored: fields.toSorted((a, b) => unionsAround(a) - unionsAround(b)),
    empty: containers.filter((container) => !isOfUnion(container)),
    emptyInUnions: containers.filter(isOfUnion),
    beside: fields.filter(({ members, exclusive }) => members !== undefined || exclusive !== undefined),
    forms: fields.filter(({ as }) => as !== undefined),
    objects: bySide((side) => objectsAround(placesOf(side))),
    made: {
      // What a default makes in the newer version is there in an older hub too; in a newer one, defaults alone make objects, or keep those that fields leave.
      older: objectsAround([...placesOf("older"), ...ofGroups("older")]),
      newer: objectsAround([...filled.map(({ newer = [] }) => newer), ...ofGroups("newer")]),
    },
    losable: bySide((hub) => [...onlyIn.filter(({ side }) => side === hub), ...notEmpty, ...emptied]),
  };
}

function isOfUnion({ members }: ContainerRule): boolean {
  return members !== undefined;
}

/** How many unions a field is in. A discriminator is not in its own. */
function unionsAround({ members: { older = [], newer = [] } = {} }: FieldRule): number {
  return Math.max(older.length, newer.length);
}

/** An object that fields have left comes back only where the other version still has it. */
function withItself(container: ContainerRule): ContainerRule {
  return { ...container, anchor: container.path.length };
}

/** Whether a field that the hub keeps has a value in objects of which nothing is kept. */
export function isKeptRequired(rule: FieldRule): boolean {
  return rule.keep === true && rule.default !== undefined;
}

function objectsAround(paths: readonly PropertyPath[]): readonly PropertyPath[] {
  const around = paths.flatMap((path) => path.slice(1).map((_, index) => path.slice(0, index + 1)));
  const different = new Map(around.map((path) => [pathKey(path), path]));
  return [...different.values()].toSorted((a, b) => b.length - a.length);
}

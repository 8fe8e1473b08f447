// Whether the objects around a kept part still exist: a part is restored only into objects that the user did not remove.
import { deepClone } from "@capstan/kube";
import { applyRules } from "./apply-rules.ts";
import { otherSide } from "./side.ts";
import type { ConversionContext } from "./conversion-op.ts";
import type { ContainerRule, ConversionRules, PropertyPath, Side } from "./conversion-plan.ts";
import { ofKeptData } from "./functions-op.ts";
import { objectAt, putAt, type Fields } from "./fields.ts";

/** The parts that were kept, and the object that is being converted, as the other version has it. */
export interface Kept {
  readonly kept: Fields;
  readonly source: Fields;
}

/** Which side is the hub, the context of the conversion, and the rules. */
export interface Restoring {
  readonly hub: Side;
  readonly context: ConversionContext;
  readonly rules: ConversionRules;
  /** Whether it is about what the hub keeps for the other version: then `hub` is that version's side. */
  readonly forSpoke?: true;
  /** Whether the kept parts are whole elements: what they do not have was absent. */
  readonly whole?: true;
}

/**
 * Whether the user's object still has the objects that both versions have, by default at all steps but the last.
 * The converted object is not checked: it may have lost an object that its version rejects when
 * empty. The user's object may have lost one too; its absence then does not mean that the user removed it.
 */
export function hasAnchor(
  parts: Kept,
  { path, anchor = path.length - 1 }: { readonly path: PropertyPath; readonly anchor?: number },
  at: Restoring,
): boolean {
  return path.slice(0, anchor).every((_, index) => {
    const around = path.slice(0, index + 1);
    return objectAt(parts.source, around) !== undefined || couldNotHold(parts.kept, around, at);
  });
}

/** Whether the other version rejects the object when it is empty, and has no field to put into it. */
function couldNotHold(kept: Fields, path: PropertyPath, { hub, context, rules }: Restoring): boolean {
  const side = otherSide(hub);
  const container = objectAt(kept, path);
  if (container === undefined || !isRefused(rules, { side, path })) return false;
  if (hasTogether(rules, side, path)) return false;
  return ofKeptData(() => {
    const to = { side, context };
    const there: Fields = {};
    putAt(there, path, deepClone(container));
    applyRules(there, { ...rules, together: [], elements: [] }, to);
    return objectAt(there, path) === undefined;
  }, false);
}

function hasTogether({ together = [] }: ConversionRules, side: Side, container: PropertyPath): boolean {
  return together.some((group) => group[side].some(({ path }) => isInside(path, container)));
}

function isInside(path: PropertyPath, container: PropertyPath): boolean {
  return path.length > container.length && container.every((step, index) => path[index] === step);
}

function isRefused({ notEmpty = [] }: ConversionRules, { side, path }: ContainerRule): boolean {
  return notEmpty.some((container) => container.side === side && container.path.join() === path.join());
}

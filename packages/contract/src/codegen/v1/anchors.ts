// Whether the objects around a kept part still exist: a part is restored only into objects that the user did not remove.
import { deepClone, isJsonObject, ownFields, setOwn } from "@capstan/kube";
import { applyRules } from "./apply-rules.ts";
import { otherSide } from "./side.ts";
import type { ConversionContext } from "./conversion-op.ts";
import type { ConversionRules, PropertyPath, Side } from "./conversion-plan.ts";
import { ofKeptData } from "./functions-op.ts";
import { isEmpty, objectAt, pathKey, putAt, type Fields } from "./fields.ts";
import { refusedContainer, type RefusedContainer } from "./refused-containers.ts";

/** The parts that were kept, and the object that is being converted, as the other version has it. */
export interface Kept {
  readonly kept: Fields;
  readonly source: Fields;
}

/** The same for one object or element, with what is known of it. */
export interface KeptOfOne extends Kept {
  /** Whether the other version could not hold an object: as much work as a conversion, and the same for all fields in the object. */
  readonly decided: Map<RefusedContainer, boolean>;
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
 * empty. The user's object may lack one too, or have all fields of it in another object; its absence then does not mean that the user removed it.
 */
export function hasAnchor(
  parts: KeptOfOne,
  { path, anchor = path.length - 1 }: { readonly path: PropertyPath; readonly anchor?: number },
  at: Restoring,
): boolean {
  const objects = path.slice(0, anchor).map((_, index) => path.slice(0, index + 1));
  // What is in an object that was never there was never there either.
  const outermost = objects.find((around) => objectAt(parts.source, around) === undefined);
  return outermost === undefined || wasMissing(parts, outermost, at);
}

/** Whether the other version never had the object. An element that is found by its whole value is as it was. */
function wasMissing(parts: KeptOfOne, path: PropertyPath, at: Restoring): boolean {
  return at.whole === true || isOneSided(parts.kept, path) || couldNotHold(parts, path, at);
}

/** Whether the other version rejects the object when it is empty, and has no field to put into it. */
function couldNotHold(
  { kept, decided }: KeptOfOne,
  path: PropertyPath,
  { hub, context, rules, forSpoke }: Restoring,
): boolean {
  // What the hub keeps for another version is a part of an object, and has a mark where the hub did not have it.
  if (forSpoke === true) return false;
  const to = { side: otherSide(hub), context };
  const container = objectAt(kept, path);
  const refused = container && refusedContainer(rules, { side: to.side, path });
  if (container === undefined || refused === undefined || refused.isByOthers) return false;
  const before = decided.get(refused);
  if (before !== undefined) return before;
  const isLost = ofKeptData(() => {
    const there: Fields = {};
    putAt(there, path, unmarked(container));
    applyRules(there, refused.rules, to);
    return objectAt(there, path) === undefined;
  }, false);
  decided.set(refused, isLost);
  return isLost;
}

/**
 * The mark of an object in kept data that only one of the two versions has, because all fields leave it on the way to the other. No field of a schema has this name. Without
 * the mark, both had the object, and a user may have removed it.
 */
const mark = "";

/** A copy of kept data without marks. */
function unmarked(part: Fields): Fields {
  const fields = Object.entries(part).filter(([name]) => name !== mark);
  return ownFields(fields.map(([name, value]) => [name, isJsonObject(value) ? unmarked(value) : deepClone(value)]));
}

/** Marks an object of kept data: only one of the two versions has it. */
export function markOneSided(kept: Fields, path: PropertyPath): void {
  const part = objectAt(kept, path);
  if (part === undefined) putAt(kept, path, { [mark]: null });
  else setOwn(part, mark, null);
}

/** Marks an object of the hub alone, which may have no fields there. */
export function markOfHub(kept: Fields, path: PropertyPath): void {
  const part = objectAt(kept, path);
  if (part !== undefined) setOwn(part, mark, isEmpty(part) ? true : null);
}

/** Marks an object that the hub has on the way back, by a default, and did not have. */
export function markGained(kept: Fields, path: PropertyPath): void {
  const part = objectAt(kept, path);
  if (part !== undefined) setOwn(part, mark, false);
}

/** Whether the hub did not have the object. */
export function isGained(kept: Fields, path: PropertyPath): boolean {
  const part = objectAt(kept, path);
  return part !== undefined && Object.hasOwn(part, mark) && part[mark] === false;
}

/** Whether the hub did not have an object: of a whole element that is seen, elsewhere it has a mark. */
export function wasAbsent(kept: Fields, path: PropertyPath, whole: true | undefined): boolean {
  return whole === true ? objectAt(kept, path) === undefined : isGained(kept, path);
}

/** Whether a field is in an object that the hub did not have, and that has more now than these fields: what rules made may belong to it. */
export function isInNewObject(
  object: Fields,
  kept: Fields,
  { path, others }: { readonly path: PropertyPath; readonly others: readonly PropertyPath[] },
): boolean {
  const around = path.slice(0, -1);
  if (!isGained(kept, around)) return false;
  const own = new Set(others.map(pathKey));
  const hasMore = (at: PropertyPath): boolean =>
    Object.keys(objectAt(object, at) ?? {}).some((name) => {
      const inside = [...at, name];
      return !own.has(pathKey(inside)) && (!isGained(kept, inside) || hasMore(inside));
    });
  return hasMore(around);
}

/** Marks an object of kept data that the hub had without fields, where the data says of one that it was absent. */
export function markEmpty(kept: Fields, path: PropertyPath): void {
  const part = objectAt(kept, path);
  if (part !== undefined && !isEmpty(part)) setOwn(part, mark, true);
}

/** Whether a part is that of an object that had no fields. */
export function wasEmpty(part: Fields): boolean {
  return isEmpty(part) || (Object.hasOwn(part, mark) && part[mark] === true);
}

/** Whether only one of the two versions had the object. */
export function isOneSided(kept: Fields, path: PropertyPath): boolean {
  const part = objectAt(kept, path);
  return part !== undefined && Object.hasOwn(part, mark);
}

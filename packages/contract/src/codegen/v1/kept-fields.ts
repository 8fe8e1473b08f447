// The fields in an annotation that come back from it, with their shapes.
import { isJsonObject } from "@capstan/kube";
import type { RawConversionData } from "./conversion-data.ts";
import type { ConversionPlan, ConversionRules, PropertyPath, Side } from "./conversion-plan.ts";
import { elementsAt, pathInElement } from "./elements.ts";
import type { Fields } from "./fields.ts";
import { otherSide } from "./side.ts";
import type { ValueShape } from "./shape.ts";

/** Whose annotation it is. */
export interface KeptIn {
  /** Those of the kind. */
  readonly plans: readonly ConversionPlan[];
  /** The version of the object that has the annotation. */
  readonly version: string;
}

/** A field that was kept. */
export interface KeptPlace {
  /** The object that the path is in. */
  readonly fields: Fields;
  readonly path: PropertyPath;
  readonly shape: ValueShape;
  /** Where the field is in the data. */
  readonly place: readonly string[];
}

/** Which fields an object's rules keep. */
interface Looked {
  readonly rules: ConversionRules;
  readonly side: Side;
  /** Whether the hub keeps them for the other version. */
  readonly forSpoke: boolean;
  readonly within: readonly string[];
  /** Whether the rules are for the values of elements. */
  readonly values?: true | undefined;
}

/**
 * Calls `visit` for each field, until that returns something, and returns that. The hub's parts come back from versions that are not the hub; what the hub keeps for a
 * version, from every other one.
 */
export function forEachKept<T>(
  { parts, forVersions }: RawConversionData,
  { plans, version }: KeptIn,
  visit: (field: KeptPlace) => T | undefined,
): T | undefined {
  for (const { rules, hub, ...versions } of plans) {
    const spoke = versions[otherSide(hub)];
    const kept = Object.hasOwn(forVersions, spoke) ? forVersions[spoke] : undefined;
    const found =
      spoke === version
        ? visitIn(parts, { rules, side: hub, forSpoke: false, within: [] }, visit)
        : isJsonObject(kept)
          ? visitIn(kept, { rules, side: otherSide(hub), forSpoke: true, within: ["keptFor", spoke] }, visit)
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function visitIn<T>(fields: Fields, looked: Looked, visit: (field: KeptPlace) => T | undefined): T | undefined {
  const { rules, within, values } = looked;
  for (const { path, shape } of shapedFields(looked)) {
    const found = visit({ fields, path, shape, place: [...within, ...pathInElement(path, values)] });
    if (found !== undefined) return found;
  }
  for (const element of rules.elements ?? []) {
    for (const [index, { id, fields: inside }] of elementsAt(fields, element).entries()) {
      const name = element.form === "map" ? id : String(index);
      const around = [...within, ...pathInElement(element.path, values), name];
      const at = { ...looked, rules: element.rules, within: around, values: element.values };
      const found = visitIn(inside, at, visit);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The fields that were kept, with their shapes. */
function shapedFields({ rules, side, forSpoke }: Looked): readonly Pick<KeptPlace, "path" | "shape">[] {
  const own = rules.fields.flatMap(({ keep = false, shape, ...paths }) => {
    const path = paths[side];
    return path === undefined || shape === undefined || keep !== forSpoke ? [] : [{ path, shape }];
  });
  return forSpoke ? own : [...own, ...(rules.together ?? []).flatMap((group) => group[side])];
}

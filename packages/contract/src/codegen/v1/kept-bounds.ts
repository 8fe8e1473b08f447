// Which of the values in an annotation the schema of their version does not allow: what only the annotation has of an object, no server has checked.
import { isJsonObject } from "@capstan/kube";
import type { RawConversionData } from "./conversion-data.ts";
import type { ConversionPlan, ConversionRules, PropertyPath, Side } from "./conversion-plan.ts";
import { elementsAt } from "./apply-rules.ts";
import { valueAt, type Fields } from "./fields.ts";
import { otherSide } from "./side.ts";
import { type MatchPattern, outOfBounds, type OutOfBounds } from "./value-bounds.ts";
import type { ValueShape } from "./value-shape.ts";

/** The rules of the fields that were kept, and where they are. */
interface Looked {
  readonly rules: ConversionRules;
  readonly side: Side;
  /** Whether the hub keeps them for the other version. */
  readonly forSpoke: boolean;
  readonly matches: MatchPattern;
}

/**
 * The first value out of its bounds in the annotation of an object in this version. The hub's parts come back from versions that are not the hub; what the
 * hub keeps for a version, from every other one.
 */
export function keptOutOfBounds(
  { parts, forVersions }: RawConversionData,
  {
    plans,
    version,
    matches,
  }: { readonly plans: readonly ConversionPlan[]; readonly version: string; readonly matches: MatchPattern },
): OutOfBounds | undefined {
  for (const { rules, hub, ...versions } of plans) {
    const spoke = versions[otherSide(hub)];
    const found =
      spoke === version
        ? firstIn(parts, { rules, side: hub, forSpoke: false, matches })
        : inVersion(forVersions, spoke, { rules, side: otherSide(hub), forSpoke: true, matches });
    if (found !== undefined) return found;
  }
  return undefined;
}

function inVersion(
  forVersions: Readonly<Record<string, unknown>>,
  version: string,
  looked: Looked,
): OutOfBounds | undefined {
  const kept = Object.hasOwn(forVersions, version) ? forVersions[version] : undefined;
  const found = isJsonObject(kept) ? firstIn(kept, looked) : undefined;
  return found && { ...found, path: ["keptFor", version, ...found.path] };
}

function firstIn(parts: Readonly<Fields>, looked: Looked): OutOfBounds | undefined {
  const { rules, matches } = looked;
  for (const { path, shape } of shapedFields(looked)) {
    const found = outOfBounds(valueAt(parts, path), shape, matches);
    if (found !== undefined) return { ...found, path: [...path, ...found.path] };
  }
  for (const element of rules.elements ?? []) {
    for (const [index, { id, fields }] of elementsAt(parts, element).entries()) {
      const found = firstIn(fields, { ...looked, rules: element.rules });
      const name = element.form === "map" ? id : String(index);
      if (found !== undefined) return { ...found, path: [...element.path, name, ...found.path] };
    }
  }
  return undefined;
}

interface ShapedField {
  readonly path: PropertyPath;
  readonly shape: ValueShape;
}

/** The fields that were kept, with their shapes. */
function shapedFields({ rules, side, forSpoke }: Looked): readonly ShapedField[] {
  const own = rules.fields.flatMap(({ keep = false, shape, ...paths }) => {
    const path = paths[side];
    return path === undefined || shape === undefined || keep !== forSpoke ? [] : [{ path, shape }];
  });
  return forSpoke ? own : [...own, ...(rules.together ?? []).flatMap((group) => group[side])];
}

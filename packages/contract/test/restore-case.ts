// One step of a conversion back to the hub: kept parts, the object as the client of the other version left it, and what comes of them.
import { markGained, markOneSided } from "../src/codegen/v1/anchors.ts";
import type { ConversionRules, PropertyPath, Side } from "../src/codegen/v1/conversion-plan.ts";
import type { Fields } from "../src/codegen/v1/fields.ts";
import { restoreParts } from "../src/codegen/v1/restore-parts.ts";

/** A case of a table. */
export interface RestoreCase {
  readonly name: string;
  readonly hub?: Side;
  readonly rules: ConversionRules;
  readonly kept: Fields;
  /** The object of the other version, as its client left it. */
  readonly source: Fields;
  /** What the rules made of it. */
  readonly object: Fields;
  readonly want: Fields;
  readonly forSpoke?: true;
  readonly whole?: true;
}

/** The object after the kept parts are restored in it. */
export function restored({ hub = "newer", rules, kept, source, object, ...of }: Omit<RestoreCase, "want">): Fields {
  const { forSpoke, whole } = of;
  const direction = { hub, context: {}, rules, ...(forSpoke && { forSpoke }), ...(whole && { whole }) };
  restoreParts(object, { kept, source }, direction);
  return object;
}

/** Kept data of objects that the hub did not have. */
export function gained(kept: Fields, ...paths: readonly PropertyPath[]): Fields {
  for (const path of paths) markGained(kept, path);
  return kept;
}

/** Kept data of objects that only one version has. */
export function oneSided(kept: Fields, ...paths: readonly PropertyPath[]): Fields {
  for (const path of paths) markOneSided(kept, path);
  return kept;
}

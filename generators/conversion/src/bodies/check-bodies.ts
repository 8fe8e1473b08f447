// What is wrong with conversions between versions of a hook, beside what is wrong with those of a kind.
import { typeOf, resolveNode, propertyOf, type TypeId, type TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import type { VersionPair } from "../pairs/version-pair.ts";
import type { HookVersions } from "./hook-bodies.ts";

/** Rules that keep values where nothing can be kept, and fields that only objects have. */
export function checkBodies(model: TypeModel, pairs: readonly VersionPair[]): Diagnostic[] {
  return pairs.flatMap((pair) => [
    ...pair.rules
      .filter(({ keep, side }) => keep === true && side !== pair.hub)
      .map(({ path, position }) => conversionProblem("conversion/body-keeps", { values: { path }, position })),
    ...[pair.older, pair.newer].flatMap(({ definition }) => {
      const node = resolveNode(model, typeOf(model, definition.root).type);
      const field = node.kind === "object" ? propertyOf(node, "metadata") : undefined;
      if (field === undefined) return [];
      const values = { type: definition.kind };
      return [conversionProblem("conversion/body-metadata", { values, position: field.position })];
    }),
  ]);
}

/** Versions of hooks without a conversion from and to the newest version. */
export function unconvertedVersions(hooks: readonly HookVersions[], pairs: readonly VersionPair[]): Diagnostic[] {
  return hooks.flatMap(({ name, versions }) => {
    return (["request", "response"] as const).flatMap((side) => {
      const types = new Set(versions.map((version) => version[side]));
      const lone = versions.filter((version) => !isReached(version[side], [...types], pairs));
      // A conversion of an older version reaches the newest one, too.
      const [first, ...olders] = lone;
      const reported = first === versions[0] && olders.length > 0 ? olders : lone;
      return (types.size === 1 ? [] : reported).map(({ definition, version }) => {
        const values = { hook: name, version, side };
        return conversionProblem("conversion/no-hook-conversion", { values, position: definition.position });
      });
    });
  });
}

/** Whether a pair has the type and another one of the hook. */
function isReached(type: TypeId, types: readonly TypeId[], pairs: readonly VersionPair[]): boolean {
  return pairs.some((pair) => {
    const roots = [pair.older, pair.newer].map(({ definition }) => definition.root);
    return roots.includes(type) && roots.every((root) => types.includes(root));
  });
}

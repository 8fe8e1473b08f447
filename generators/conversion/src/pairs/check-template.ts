// Templates of a kind have its spec alone: a field of the spec that becomes one of the status has no place in the other version's template. Nor has one that this template omits.
import type { DeclaredTemplate } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { lossesOfTemplates, pathsInTemplate } from "../plan/in-template.ts";
import type { KindConversions } from "./kind-conversions.ts";
import { movesOf } from "./moves.ts";
import { oppositeSide, versionOf, type VersionPair, type VersionSide } from "./version-pair.ts";
import { isAround, type ValuePlace } from "./whole-places.ts";

/** The fields that the templates of a kind lose. */
export function checkTemplate({ kind, pairs, template }: KindConversions): Diagnostic[] {
  if (template === undefined) return [];
  const { omits, byVersion } = template;
  return pairs.flatMap((pair) => {
    const [older, newer] = [pair.older, pair.newer].map(({ definition }) => byVersion.get(definition.apiVersion));
    if (older === undefined || newer === undefined) return [];
    const moved = lossesOfTemplates(pair)
      .flatMap(({ at }) => at)
      .flatMap((path) => pathsInTemplate([path], omits).map((inTemplate) => lossOf(pair, { kind, path, inTemplate })));
    return [...moved, ...omittedOnce(pair, { older, newer })];
  });
}

/** The fields of both versions of which only one version's template has one. */
function omittedOnce(pair: VersionPair, templates: Readonly<Record<VersionSide, DeclaredTemplate>>): Diagnostic[] {
  return (["older", "newer"] as const).flatMap((side) => {
    const { kind, omit, position } = templates[side];
    const other = templates[oppositeSide(side)];
    return omit.flatMap((name) => {
      const path = `spec.${name}`;
      const there = placeOf(pair, { side, path });
      if (there === undefined || other.omit.some((one) => isAround(`spec.${one}`, there))) return [];
      const values = {
        template: kind,
        path,
        version: versionOf(pair[side]),
        other: versionOf(pair[oppositeSide(side)]),
        there,
      };
      return [conversionProblem("conversion/template-omits", { values, position })];
    });
  });
}

/** Where the spec of the other version has a field, if it does. */
function placeOf(pair: VersionPair, { side, path }: ValuePlace): string | undefined {
  const move = movesOf(pair).find((one) => one[side].includes(path));
  const there = move === undefined ? path : move[oppositeSide(side)].find((one) => one.startsWith("spec."));
  const isLost = pair.rules.some((rule) => rule.lost && rule.side === side && rule.path === path);
  return isLost ? undefined : there;
}

interface LostField {
  readonly kind: string;
  readonly path: string;
  readonly inTemplate: string;
}

function lossOf(pair: VersionPair, { kind, path, inTemplate }: LostField): Diagnostic {
  const { hub } = pair;
  const move = movesOf(pair).find((one) => one[oppositeSide(hub)].includes(path));
  const values = {
    template: `${kind}Template`,
    path: inTemplate,
    version: versionOf(pair[hub]),
    to: move?.[hub].join(", ") ?? "",
  };
  const position = move?.position ?? pair.definition.position;
  return conversionProblem("conversion/template-loses", { values, position });
}

// Templates of a kind have its spec alone: a field of the spec that becomes one of the status has no place in the other version's template.
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { lossesOfTemplates, pathsInTemplate } from "../plan/in-template.ts";
import type { KindConversions } from "./kind-conversions.ts";
import { movesOf } from "./moves.ts";
import { oppositeSide, versionOf, type VersionPair } from "./version-pair.ts";

/** The fields that the templates of a kind lose. */
export function checkTemplate({ kind, pairs, template }: KindConversions): Diagnostic[] {
  if (template === undefined) return [];
  const { omits, apiVersions } = template;
  const converted = pairs.filter(({ older, newer }) =>
    [older, newer].every(({ definition }) => apiVersions.has(definition.apiVersion)),
  );
  return converted.flatMap((pair) =>
    lossesOfTemplates(pair)
      .flatMap(({ at }) => at)
      .flatMap((path) => pathsInTemplate([path], omits).map((inTemplate) => lossOf(pair, { kind, path, inTemplate }))),
  );
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

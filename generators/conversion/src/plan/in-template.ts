// What the rules of a kind lose, keep and declare, as it is in the kind's template, which has the spec alone.
import { isUnder } from "../fields/field-path.ts";
import type { MovedField } from "../pairs/check-reused-paths.ts";
import { movesOf } from "../pairs/moves.ts";
import { oppositeSide, type VersionPair } from "../pairs/version-pair.ts";
import type { PlanOwn, PlanBounds, PlanKept } from "./declared-losses.ts";
import type { PlanLoss } from "./losses-of-rule.ts";

/** Fields of the spoke's spec that the hub has elsewhere, for example in the status: the hub's templates have nothing for them. */
export function lossesOfTemplates(pair: VersionPair): readonly PlanLoss[] {
  return movesOf(pair)
    .filter(({ older, newer }) => ![...older, ...newer].every(isInSpec))
    .flatMap((move) => move[oppositeSide(pair.hub)].filter(isInSpec).map((at) => ({ at, affects: "anyValue" })));
}

/** The losses of a kind's template: those of the spec, without the fields that templates omit. */
export function lossesInTemplate(losses: readonly PlanLoss[], omits: readonly string[]): readonly PlanLoss[] {
  return losses
    .filter(({ at, to = at }) => isInTemplate(at, omits) && isInTemplate(to, omits))
    .map(({ at, to, affects, inTemplate: there = affects, ...listed }) => ({
      at: allInTemplate(at),
      ...(to === undefined ? {} : { to: allInTemplate(to) }),
      affects: there,
      ...listed,
    }));
}

/**
 * The fields of a kind's template whose bounds differ. Of a field that only one of the templates has, because the other version has it in the status, no object needs to show
 * it: it may be required there.
 */
export function boundsInTemplate(bounds: readonly PlanBounds[], omits: readonly string[]): readonly PlanBounds[] {
  return bounds.flatMap(({ spoke, hub, certain }) => {
    const [ofSpoke, ofHub] = [spoke, hub].map((paths) => isInTemplate(paths, omits));
    if (ofSpoke !== true && ofHub !== true) return [];
    return {
      spoke: ofSpoke === true ? allInTemplate(spoke) : [],
      hub: ofHub === true ? allInTemplate(hub) : [],
      certain: certain || ofSpoke !== ofHub,
    };
  });
}

/** The kept fields of a kind's template, without those that templates omit. */
export function keptInTemplate(kept: readonly PlanKept[], omits: readonly string[]): readonly PlanKept[] {
  return kept.flatMap((one): PlanKept[] => {
    if (typeof one === "string") return [...pathsInTemplate([one], omits)];
    const inside = one.inside === undefined ? {} : { inside: inTemplate(one.inside) };
    return pathsInTemplate([one.at], omits).map((at) => ({ ...one, at, ...inside }));
  });
}

/** The same of fields that the hub alone has. */
export function ownInTemplate(own: readonly PlanOwn[], omits: readonly string[]): readonly PlanOwn[] {
  return own.flatMap(({ at, inside, ...value }) =>
    pathsInTemplate([at], omits).map((path) => ({ at: path, inside: inTemplate(inside), ...value })),
  );
}

/** Fields of a kind with their paths in both versions, in its template, without the fields that templates omit. */
export function fieldsInTemplate<More>(
  fields: readonly (More & MovedField)[],
  omits: readonly string[],
): readonly (More & MovedField)[] {
  return fields
    .filter(({ spoke, hub }) => isOneInTemplate(spoke, omits) && isOneInTemplate(hub, omits))
    .map((field) => ({ ...field, spoke: inTemplate(field.spoke), hub: inTemplate(field.hub) }));
}

/** Paths of a kind in its template, without the fields that templates omit. */
export function pathsInTemplate(paths: readonly string[], omits: readonly string[]): readonly string[] {
  return paths.filter((path) => isInTemplate(path, omits)).map(inTemplate);
}

function isInTemplate(paths: string | readonly string[], omits: readonly string[]): boolean {
  return typeof paths === "string"
    ? isOneInTemplate(paths, omits)
    : paths.every((path) => isOneInTemplate(path, omits));
}

function isInSpec(path: string): boolean {
  return path.startsWith("spec.");
}

function isOneInTemplate(path: string, omits: readonly string[]): boolean {
  return isInSpec(path) && !omits.some((name) => path === `spec.${name}` || isUnder(path, `spec.${name}`));
}

function allInTemplate(paths: string | readonly string[]): string | readonly string[] {
  return typeof paths === "string" ? inTemplate(paths) : paths.map(inTemplate);
}

function inTemplate(path: string): string {
  return `spec.template.${path}`;
}

// Defaults in objects that another field makes. The API server sets them in such an object, which comes back with them where the other version has no such object.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { deepEqual, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { parentOf } from "../fields/field-path.ts";
import { fieldsWithoutRules } from "../fields/schema-defaults.ts";
import { fieldAt, rejectsEmpty, tagsOf, tagValues } from "../fields/typed-field.ts";
import { makersOf, mayLackBeside } from "./missed-fields.ts";
import { oppositeSide, ruleAt, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Such defaults of fields that have one in both versions and no rule; of each object the first. Others have rules, or the conversions know them again. */
export function checkMadeDefaults(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const fields = [...fieldsWithoutRules(model, pair)].flatMap(([path, field]) => {
    const [older, newer] = [field.older, field.newer].map(({ property }) =>
      tagValues(tagsOf(model, property), "default").at(-1),
    );
    return older !== undefined && deepEqual(older, newer) ? [{ path, value: older }] : [];
  });
  const firsts = [...Map.groupBy(fields, ({ path }) => parentOf(path))].flatMap(([, [first]]) => first ?? []);
  return firsts.flatMap(({ path, value }) => {
    const side = (["older", "newer"] as const).find((one) => isMade(model, pair, { side: one, path }));
    if (side === undefined) return [];
    const other = oppositeSide(side);
    const values = { side: other, path, value: valueLiteral(value), place: path, own: side };
    const advice = `${withObject(model, pair, path)}remove \`@default\` from ${path} in both versions`;
    return [
      conversionProblem("conversion/gained-default", {
        values: { ...values, advice },
        position: pair.definition.position,
      }),
    ];
  });
}

/** Whether a version has the object around a field by another field where the other version has no such object. */
function isMade(
  model: TypeModel,
  pair: VersionPair,
  { side, path }: { readonly side: VersionSide; readonly path: string },
): boolean {
  const other = oppositeSide(side);
  const around = parentOf(path);
  const place = { node: pair[other].node, path: around };
  const makers = makersOf(pair, { side, path: around, but: ruleAt(pair, path) });
  return makers.some((beside) => mayLackBeside(model, place, beside));
}

/** The other way, where the object can be empty: it is always there. */
function withObject(model: TypeModel, pair: VersionPair, path: string): string {
  const around = parentOf(path);
  const canBe = [pair.older, pair.newer].every(({ node }) => {
    const field = fieldAt(model, node, around);
    if (field?.node.kind !== "object" || rejectsEmpty(model, field.property)) return false;
    return field.node.properties.every(({ optional }) => optional);
  });
  return canBe ? `declare \`@default {}\` for ${around} in both versions, or ` : "";
}

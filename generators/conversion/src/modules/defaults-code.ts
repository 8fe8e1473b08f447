// What generated modules know of defaults: a constant for each version that has some, for the kind and for its template.
import { valueLiteral } from "@capstan/generator-model/writing";
import type { SchemaDefaults } from "@capstan/contract/codegen/v1";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { versionDefaults } from "../fields/version-defaults.ts";
import type { KindConversions } from "../pairs/kind-conversions.ts";
import { oppositeSide, versionOf, type VersionPair } from "../pairs/version-pair.ts";
import { camel, pascal } from "./names.ts";

/** The defaults of a version of a kind or of its template, with the name of their constant. */
export interface NamedDefaults {
  readonly name: string;
  readonly kind: string;
  readonly version: string;
  readonly value: SchemaDefaults;
}

/** The defaults of all versions of a kind and of its template. */
export function defaultsOfKind(
  { group, kind, hub, pairs, template }: KindConversions,
  crds: readonly CustomResourceDefinition[],
): readonly NamedDefaults[] {
  const versions = [hub, ...pairs.map((pair) => pair[oppositeSide(pair.hub)])].map(versionOf);
  const kinds = template === undefined ? [kind] : [kind, `${kind}Template`];
  return kinds.flatMap((one) =>
    versions.flatMap((version): NamedDefaults[] => {
      const value = versionDefaults(crds, { group, kind: one, version });
      return value === undefined ? [] : [{ name: defaultsName(one, version), kind: one, version, value }];
    }),
  );
}

/** The constant. */
export function defaultsCode({ name, kind, version, value }: NamedDefaults): string {
  return `/** What the API server sets in ${kind} objects of ${version}. */
const ${name}: SchemaDefaults = ${valueLiteral(value)};
`;
}

/** The literal with the constants of a pair's versions; undefined for two without defaults. */
export function defaultsOfPair(
  defaults: readonly NamedDefaults[],
  kind: string,
  pair: VersionPair,
): string | undefined {
  const sides = (["older", "newer"] as const).flatMap((side) =>
    defaults
      .filter((one) => one.kind === kind && one.version === versionOf(pair[side]))
      .map(({ name }) => `${side}: ${name}`),
  );
  return sides.length === 0 ? undefined : `{ ${sides.join(", ")} }`;
}

function defaultsName(kind: string, version: string): string {
  return `${camel(kind)}${pascal(version)}Defaults`;
}

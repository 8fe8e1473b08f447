// The version pairs of a model by kind, with their hub: the content of one generated file.
import type { DeclaredKind, DeclaredTemplate, TypeModel } from "@capstan/generator-model";
import { compareApiVersions, pluralOfKind, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { pathIn, sameVersions, versionOf, type PairSide, type VersionPair } from "./version-pair.ts";

/** A kind with its conversions. */
export interface KindConversions {
  readonly group: string;
  readonly kind: string;
  readonly hub: PairSide;
  /** One for each other version. */
  readonly pairs: readonly VersionPair[];
  /** The file of the kind's CRD, without its folder and ending. */
  readonly crd: string;
  /** The plural of a kind that chooses its own. */
  readonly plural?: string;
  /** The templates of the kind, if there are some in several versions. */
  readonly template?: KindTemplate;
}

/** The template of a kind. */
export interface KindTemplate {
  /** The file of its CRD, without its folder and ending. */
  readonly crd: string;
  /** Its plural, if it chooses its own. */
  readonly plural?: string;
  /** The fields of the spec that templates do not have. */
  readonly omits: readonly string[];
  /** The templates by version; there may be fewer than the kind has versions. */
  readonly byVersion: ReadonlyMap<string, DeclaredTemplate>;
}

/** Pairs by kind. Kinds with two hubs, and versions with no conversion or with two, are reported. */
export function kindConversions(
  model: TypeModel,
  pairs: readonly VersionPair[],
  diagnostics: Diagnostic[],
): readonly KindConversions[] {
  const groups = Map.groupBy(pairs, ({ newer }) => `${newer.definition.group}/${newer.definition.kind}`);
  const kinds = [...groups.keys()].toSorted().flatMap((key) => kindOf(model, groups.get(key) ?? [], diagnostics));
  reportUnreached(model, pairs, diagnostics);
  return kinds;
}

function kindOf(
  model: TypeModel,
  pairs: readonly VersionPair[],
  diagnostics: Diagnostic[],
): readonly KindConversions[] {
  const [first] = pairs;
  if (first === undefined || reportTwice(pairs, diagnostics)) return [];
  const hub = first[first.hub];
  const { group, kind } = hub.definition;
  const other = pairs.find((pair) => pair[pair.hub].definition.apiVersion !== hub.definition.apiVersion);
  if (other !== undefined) {
    const values = { kind, first: versionOf(hub), second: versionOf(other[other.hub]) };
    diagnostics.push(conversionProblem("conversion/duplicate-hub", { values, position: other.definition.position }));
    return [];
  }
  if (first.strategy === "Webhook" && hub.definition.options["served"] === false) {
    const values = { kind, version: versionOf(hub) };
    diagnostics.push(conversionProblem("conversion/hub-not-served", { values, position: hub.definition.position }));
  }
  const templates = model.templates.filter(({ of }) => of.kind === kind && of.apiVersion.startsWith(`${group}/`));
  const byVersion = new Map(templates.map((one) => [one.apiVersion, one]));
  const [template] = templates;
  const own = { group, kind, hub, pairs: pairs.map((pair) => withWidened(pair, pairs)), ...crdOf(hub.definition) };
  if (template === undefined || byVersion.size < 2) return [own];
  return [{ ...own, template: { ...crdOf(template), omits: templates.flatMap(({ omit }) => omit), byVersion } }];
}

/** A pair with the fields of the hub into which other pairs may bring values that the hub rejects. */
function withWidened(pair: VersionPair, pairs: readonly VersionPair[]): VersionPair {
  const widened = pairs.flatMap((other) => {
    if (other === pair) return [];
    const { hub } = other;
    return [
      ...other.rules.filter((rule) => !rule.lost && rule.boundsDiffer).map((rule) => pathIn(rule, hub)),
      ...other.groups.filter(({ boundsDiffer }) => boundsDiffer).flatMap((group) => group[hub].map(({ path }) => path)),
    ];
  });
  return widened.length === 0 ? pair : { ...pair, widened };
}

/** Reports two conversions between the same versions, in one order or in both; whether there are such. */
function reportTwice(pairs: readonly VersionPair[], diagnostics: Diagnostic[]): boolean {
  const repeated = sameVersions(pairs).flatMap(([first, ...others]) =>
    others.map(({ definition: { name, position }, older, newer }) => {
      const [one, two] = [versionOf(older), versionOf(newer)].toSorted(compareApiVersions).toReversed();
      const values = { one: one ?? "", two: two ?? "", first: first.definition.name, second: name };
      return conversionProblem("conversion/duplicate-version", { values, position });
    }),
  );
  diagnostics.push(...repeated);
  return repeated.length > 0;
}

/** How the CRD generator names the file of a kind, and the plural that the kind chooses. */
function crdOf({ group, kind, options }: DeclaredKind | DeclaredTemplate): Pick<KindConversions, "crd" | "plural"> {
  const { plural } = options;
  const usual = pluralOfKind(kind);
  return typeof plural === "string" && plural !== usual
    ? { crd: `${group}_${plural}`, plural }
    : { crd: `${group}_${usual}` };
}

/** Reports served versions without a conversion. */
function reportUnreached(model: TypeModel, pairs: readonly VersionPair[], diagnostics: Diagnostic[]): void {
  const reached = new Set(pairs.flatMap(({ older, newer }) => [nameOf(older.definition), nameOf(newer.definition)]));
  const served = model.kinds.filter((kind) => kind.options["served"] !== false);
  const byKind = Map.groupBy(served, ({ group, kind }) => `${group}/${kind}`);
  for (const versions of byKind.values()) {
    const unreached = versions.length > 1 ? versions.filter((version) => !reached.has(nameOf(version))) : [];
    for (const { kind, version, position } of unreached) {
      diagnostics.push(conversionProblem("conversion/no-conversion", { values: { kind, version }, position }));
    }
  }
}

function nameOf({ apiVersion, kind }: DeclaredKind | DeclaredTemplate): string {
  return `${apiVersion} ${kind}`;
}

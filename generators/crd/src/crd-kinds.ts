// Definitions -> kinds: the versions of one group and kind form one CRD, and must agree on what a CRD has once. Templates are kinds like
// others.
import {
  describeKind,
  describeTemplate,
  templateProblem,
  type DefinitionInput,
  type Narrowing,
} from "@capstan/contract/kinds";
import { missingTemplate } from "@capstan/contract/crd";
import { contractKinds, kindContracts } from "@capstan/contract/rules";
import {
  resolveNode,
  typeOf,
  type DeclaredKind,
  type DeclaredTemplate,
  type TypeModel,
} from "@capstan/generator-model";
import { parseApiVersion, type Diagnostic } from "@capstan/kube";
import { crdProblem } from "./diagnostics.ts";
import { reportPlainTemplates } from "./plain-templates.ts";
import type { VersionSource } from "./crd-version.ts";
import { templateType } from "./schema/template-type.ts";

/** All versions of one kind, sorted as controller-gen sorts them: by the name of the version. */
export type KindSources = readonly [VersionSource, ...VersionSource[]];

/** By the function that defines the kind. */
const narrowings: Readonly<Record<string, Narrowing>> = Object.fromEntries(
  contractKinds.map((contractKind) => [kindContracts[contractKind].definer, { contractKind }]),
);

/** The kinds of a model, sorted by group and kind. */
export function crdKinds(model: TypeModel, diagnostics: Diagnostic[]): KindSources[] {
  const sources = [
    ...model.kinds.map((definition) => kindSource(model, definition)),
    ...model.templates.flatMap((definition) => templateSource(model, definition, diagnostics)),
  ];
  const groups = Map.groupBy(
    sources,
    ({ described }) => `${parseApiVersion(described.apiVersion).group}/${described.kind}`,
  );
  const kinds = [...groups.keys()].toSorted().flatMap((key): KindSources[] => {
    const [first, ...others] = (groups.get(key) ?? []).toSorted(byVersion);
    return first === undefined ? [] : [[first, ...others]];
  });
  for (const kind of kinds) reportDisagreement(kind, diagnostics);
  reportPlainTemplates(model, sources, diagnostics);
  reportMissingTemplates(kinds, diagnostics);
  return kinds;
}

function byVersion(a: VersionSource, b: VersionSource): number {
  return a.described.apiVersion < b.described.apiVersion ? -1 : 1;
}

function kindSource(model: TypeModel, definition: DeclaredKind): VersionSource {
  const { options, position, optionPositions, definer } = definition;
  const root = typeOf(model, definition.root);
  const node = resolveNode(model, root.type);
  if (node.kind !== "object") throw new Error(`the root of ${definition.kind} is not an object`);
  // The compiler has checked the options against the definer; the model has them as JSON.
  const described = describeKind(options as unknown as DefinitionInput, narrowings[definer]);
  return { definer, described, root, node, position, optionPositions };
}

function templateSource(model: TypeModel, template: DeclaredTemplate, diagnostics: Diagnostic[]): VersionSource[] {
  const { apiVersion, kind: of } = template.of;
  const kind = model.kinds.find((candidate) => candidate.apiVersion === apiVersion && candidate.kind === of);
  if (kind === undefined) {
    diagnostics.push(
      crdProblem("crd/template-kind", { values: { kind: of, apiVersion }, position: template.position }),
    );
    return [];
  }
  const own = kindSource(model, kind).described;
  const problem = templateProblem(own);
  if (problem !== undefined) {
    diagnostics.push({ ...problem, position: template.position });
    return [];
  }
  const type = templateType(model, { template, kind }, diagnostics);
  const described = describeTemplate(own, { ...template.options, omit: template.omit });
  const { definer, position, optionPositions } = template;
  return [{ definer, described, ...type, position, optionPositions }];
}

/** Reports kinds without the template that their contract demands, at their newest version. */
function reportMissingTemplates(kinds: readonly KindSources[], diagnostics: Diagnostic[]): void {
  const described = kinds.map(([first]) => first.described);
  for (const [first, ...others] of kinds) {
    const found = missingTemplate(first.described, described);
    if (found !== undefined) diagnostics.push({ ...found, position: (others.at(-1) ?? first).position });
  }
}

const agreed = ["plural", "scope", "shortNames", "categories"] as const;
type Agreed = (typeof agreed)[number];

/** The function that gives a kind no role in Cluster API. */
const plainDefiner = "defineResource";

/** Reports options that a CRD has once and that differ between versions, and kinds in two roles. */
function reportDisagreement(versions: KindSources, diagnostics: Diagnostic[]): void {
  const [first, ...others] = versions;
  const role = versions.find(({ definer }) => definer !== plainDefiner) ?? first;
  for (const other of others) {
    const differing = agreed.filter((field) => optionOf(first, field) !== optionOf(other, field));
    const isInRole = other.definer !== plainDefiner;
    const mixed = [
      ...(isInRole ? [role] : []),
      // An option that differs then comes from the function.
      ...(differing.length > 0 ? [first] : []),
    ].find(({ definer }) => definer !== other.definer);
    if (mixed !== undefined) diagnostics.push(mixedDefiners(mixed, other));
    else diagnostics.push(...differing.map((field) => differingOption(field, first, other)));
  }
}

function mixedDefiners(first: VersionSource, second: VersionSource): Diagnostic {
  const values = { ...versionsOf(first, second), first: first.definer, second: second.definer };
  return crdProblem("crd/definers-differ", { values, position: second.position });
}

function differingOption(field: Agreed, first: VersionSource, second: VersionSource): Diagnostic {
  const options = { field, first: optionOf(first, field), second: optionOf(second, field) };
  const values = { ...versionsOf(first, second), ...options };
  return crdProblem("crd/versions-differ", { values, position: second.position });
}

function versionsOf(first: VersionSource, second: VersionSource): Readonly<Record<string, string>> {
  return { kind: first.described.kind, firstVersion: versionOf(first), secondVersion: versionOf(second) };
}

function optionOf({ described }: VersionSource, field: Agreed): string {
  return JSON.stringify(described[field]);
}

function versionOf({ described }: VersionSource): string {
  return parseApiVersion(described.apiVersion).version;
}

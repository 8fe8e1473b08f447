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
  return { described, root, node, position, optionPositions };
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
  return [{ described, ...type, position: template.position, optionPositions: template.optionPositions }];
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

/** Reports options that a CRD has once and that differ between versions. */
function reportDisagreement([first, ...others]: KindSources, diagnostics: Diagnostic[]): void {
  for (const other of others) {
    for (const field of agreed) {
      const [one, two] = [JSON.stringify(first.described[field]), JSON.stringify(other.described[field])];
      if (one === two) continue;
      const version = ({ described }: VersionSource): string => parseApiVersion(described.apiVersion).version;
      const values = { kind: first.described.kind, field, first: one, second: two };
      const versions = { firstVersion: version(first), secondVersion: version(other) };
      diagnostics.push(
        crdProblem("crd/versions-differ", { values: { ...values, ...versions }, position: other.position }),
      );
    }
  }
}

// Templates that core cannot find: `defineResource` makes no contract label, and a template that has none is not read.
import { contractLabel } from "@capstan/contract";
import { contractKinds, contractVersions, isTemplated, kindContracts } from "@capstan/contract/rules";
import { resolveNode, type TypeModel } from "@capstan/generator-model";
import { parseApiVersion, type Diagnostic } from "@capstan/kube";
import type { VersionSource } from "./crd-version.ts";
import { crdProblem } from "./diagnostics.ts";

/** What the names of kinds with templates end with. A remediation template has another end: references give its apiVersion, so it needs no label. */
const suffixes: readonly string[] = contractKinds.filter(isTemplated).map((kind) => kindContracts[kind].suffix);

/** What the groups of Cluster API's providers end with. A provider may have another one: its templates are known by their kinds in the same project. */
const providerGroups = ".cluster.x-k8s.io";

/** Reports kinds of `defineResource` that are templates by their name and their spec, and have no contract label of the author's own. */
export function reportPlainTemplates(
  model: TypeModel,
  sources: readonly VersionSource[],
  diagnostics: Diagnostic[],
): void {
  const templated = new Set(
    sources.filter(({ described }) => isTemplated(described.contractKind)).map(({ described }) => nameOf(described)),
  );
  for (const source of sources) {
    const { apiVersion, kind, contractKind, labels } = source.described;
    const of = kind.replace(/Template$/, "");
    if (contractKind !== undefined || of === kind || hasContractLabel(labels)) continue;
    if (templated.has(nameOf({ apiVersion, kind: of })) || isOfProvider(model, source, of))
      diagnostics.push(crdProblem("crd/template-definer", { values: { kind, of }, position: source.position }));
  }
}

function hasContractLabel(labels: Readonly<Record<string, string>>): boolean {
  return contractVersions.some((contract) => Object.hasOwn(labels, contractLabel(contract)));
}

function isOfProvider(model: TypeModel, source: VersionSource, of: string): boolean {
  const isNamed = suffixes.some((suffix) => of.endsWith(suffix));
  const { group } = parseApiVersion(source.described.apiVersion);
  return isNamed && group.endsWith(providerGroups) && hasTemplate(model, source);
}

/** Whether objects have the field spec.template, which core copies. */
function hasTemplate(model: TypeModel, { node }: VersionSource): boolean {
  const spec = node.properties.find(({ name }) => name === "spec");
  const type = spec && resolveNode(model, spec.type);
  return type?.kind === "object" && type.properties.some(({ name }) => name === "template");
}

function nameOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  return `${parseApiVersion(apiVersion).group}/${kind}`;
}

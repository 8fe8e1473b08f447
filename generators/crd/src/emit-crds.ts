// TypeModel -> CRDs: objects first, then the API server's and the contracts' rules run over them, then files. Pure: nothing
// is read or written, and the same model gives the same bytes.
import { checkContract, contractLabelsOf, type ContractVersion } from "@capstan/contract";
import type { GeneratedFile, TypeModel } from "@capstan/generator-model";
import { parseApiVersion, sortDiagnostics, type Diagnostic } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { checkCrd } from "@capstan/schema/structural";
import { emitYaml } from "@capstan/schema/yaml";
import { crdKinds, type KindSources } from "./crd-kinds.ts";
import { positionInCrd, positionOfField } from "./crd-positions.ts";
import { crdVersion, type EmittedVersion } from "./crd-version.ts";

/** How CRDs are emitted. */
export interface EmitCrdsOptions {
  /** The folder of the files, relative to the project; `generated/crds` unless given. */
  readonly folder?: string;
  /** Only these contracts' labels: for a bundle that speaks to an older core than the types could. All unless given. */
  readonly contracts?: readonly ContractVersion[];
  /** Lets `Float` and `Double` pass. */
  readonly allowFloats?: boolean;
}

/** CRDs, and what is wrong with them; with an error among the diagnostics there are none. */
export interface CrdObjects {
  readonly crds: readonly CustomResourceDefinition[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Files, and what is wrong; with an error among the diagnostics there are none. */
export interface EmittedCrds {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The release of controller-gen whose output this generator's equals byte for byte; it stands in every CRD. */
const controllerGenVersion = "v0.21.0";

/** The CRDs of a model, as objects. */
export function crdObjects(model: TypeModel, options: EmitCrdsOptions = {}): CrdObjects {
  const diagnostics: Diagnostic[] = [];
  const crds = crdKinds(model, diagnostics).map((kind) => crdObject(kind, { model, options, diagnostics }));
  const failed = diagnostics.some(({ severity }) => severity === "error");
  return { crds: failed ? [] : crds, diagnostics: sortDiagnostics(diagnostics) };
}

/** The CRDs of a model as files: YAML for people and kubectl, and the same as JSON, which loads a hundred times faster. */
export function emitCrds(model: TypeModel, options: EmitCrdsOptions = {}): EmittedCrds {
  const { crds, diagnostics } = crdObjects(model, options);
  const folder = options.folder ?? "generated/crds";
  const files = crds.flatMap((crd): GeneratedFile[] => {
    const path = `${folder}/${crd.spec.group}_${crd.spec.names.plural}`;
    return [
      { path: `${path}.yaml`, content: emitYaml(crd, { documentStart: true }) },
      { path: `${path}.json`, content: `${JSON.stringify(crd)}\n` },
    ];
  });
  return { files, diagnostics };
}

interface Emission {
  readonly model: TypeModel;
  readonly options: EmitCrdsOptions;
  readonly diagnostics: Diagnostic[];
}

function crdObject(kind: KindSources, emission: Emission): CustomResourceDefinition {
  const before = emission.diagnostics.length;
  const versions = emitVersions(kind, emission);
  const crd = assemble(kind, versions, emission.options);
  for (const [i, { described }] of kind.entries()) {
    const emitted = versions[i];
    const schema = emitted?.version.schema?.openAPIV3Schema;
    if (emitted === undefined || schema === undefined) continue;
    for (const diagnostic of checkContract(described, schema)) {
      const position = positionOfField(emitted.positions, diagnostic.path ?? "");
      emission.diagnostics.push(position === undefined ? diagnostic : { ...diagnostic, position });
    }
  }
  // A schema that is known to be wrong would only be found wrong again, in the API server's words.
  if (emission.diagnostics.slice(before).every(({ severity }) => severity !== "error")) {
    const positions = versions.map((version) => version.positions);
    emission.diagnostics.push(...checkCrd(crd, { positionOf: (path) => positionInCrd(positions, path) }));
  }
  return crd;
}

function emitVersions(kind: KindSources, { model, options, diagnostics }: Emission): EmittedVersion[] {
  const allowFloats = options.allowFloats ?? false;
  return kind.map((source) => {
    const storage = source.described.storage ?? kind.length === 1;
    return crdVersion(source, { model, allowFloats, diagnostics, storage });
  });
}

function assemble(
  kind: KindSources,
  versions: readonly EmittedVersion[],
  options: EmitCrdsOptions,
): CustomResourceDefinition {
  const [{ described }] = kind;
  const { categories, shortNames, plural, singular, listKind, scope } = described;
  const { group } = parseApiVersion(described.apiVersion);
  const labels = labelsOf(kind, options);
  const annotations = Object.assign({}, ...kind.map((source) => source.described.annotations)) as Record<
    string,
    string
  >;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      annotations: { "controller-gen.kubebuilder.io/version": controllerGenVersion, ...annotations },
      ...(Object.keys(labels).length > 0 && { labels }),
      name: `${plural}.${group}`,
    },
    spec: {
      group,
      names: {
        ...(categories.length > 0 && { categories: [...categories] }),
        kind: described.kind,
        listKind,
        plural,
        ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
        singular,
      },
      scope,
      versions: versions.map(({ version }) => version),
    },
  };
}

function labelsOf(kind: KindSources, { contracts }: EmitCrdsOptions): Record<string, string> {
  const followed = kind.map(({ described: { apiVersion, served, contracts: own } }) => ({
    apiVersion,
    served,
    contracts: own.filter((contract) => contracts?.includes(contract) ?? true),
  }));
  const labels = Object.assign({}, ...kind.map(({ described }) => described.labels)) as Record<string, string>;
  return { ...labels, ...contractLabelsOf(followed) };
}

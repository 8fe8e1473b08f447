// TypeModel -> CRDs: first objects, then the checks of the contracts and of the API server, then files. Nothing is read or written, and
// the same model gives the same bytes.
import { checkContract } from "@capstan/contract/crd";
import type { ContractVersion } from "@capstan/contract/rules";
import type { TypeModel } from "@capstan/generator-model";
import type { GeneratedFile } from "@capstan/generator-model/files";
import { hasErrors, sortDiagnostics, type Diagnostic, type Position } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { checkCrd } from "@capstan/schema/structural";
import { emitYaml } from "@capstan/schema/yaml";
import { assembleCrd } from "./assemble-crd.ts";
import { crdKinds, type KindSources } from "./crd-kinds.ts";
import { positionInCrd, positionOfField } from "./schema/declared-places.ts";
import { isConvertedByServer } from "./server-conversions.ts";
import { crdVersion, type EmittedVersion, type VersionSource } from "./crd-version.ts";

/** How CRDs are emitted. */
export interface EmitCrdsOptions {
  /** The folder of the files, relative to the project; `generated/crds` unless set. */
  readonly folder?: string;
  /** Only the labels of these contracts, for a release that an older core must read. All of them unless set. */
  readonly contracts?: readonly ContractVersion[];
  /** Accepts `Float` and `Double`. */
  readonly allowFloats?: boolean;
  /** Remembers CRDs between calls, so that `--watch` writes out and checks only those that changed. */
  readonly cache?: CrdCache;
  /** Is called before the CRD of each kind is made. */
  readonly onKind?: (kind: string, number: number, count: number) => void;
}

/** CRDs without any problem, by name: their JSON, and the YAML of it. */
export type CrdCache = Map<string, { readonly json: string; readonly yaml: string }>;

/** An empty cache, for the `cache` of later calls. */
export function createCrdCache(): CrdCache {
  return new Map();
}

/** CRDs, and what is wrong with them; with an error among the diagnostics there are none. */
export interface CrdObjects {
  readonly crds: readonly CustomResourceDefinition[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The same as files, too. */
export interface EmittedCrds extends CrdObjects {
  readonly files: readonly GeneratedFile[];
}

/** The CRDs of a model, as objects. */
export function crdObjects(model: TypeModel, options: EmitCrdsOptions = {}): CrdObjects {
  const { crds, diagnostics } = collect(model, options);
  return { crds, diagnostics };
}

interface Collected extends CrdObjects {
  /** The names of the CRDs without any problem. */
  readonly sound: ReadonlySet<string>;
}

function collect(model: TypeModel, options: EmitCrdsOptions): Collected {
  const emission: Emission = { model, options, diagnostics: [], sound: new Set() };
  const crds = crdKinds(model, emission.diagnostics).map((kind, at, { length }) => {
    options.onKind?.(kind[0].described.kind, at + 1, length);
    return crdObject(kind, emission);
  });
  const { diagnostics, sound } = emission;
  return { crds: hasErrors(diagnostics) ? [] : crds, diagnostics: sortDiagnostics(diagnostics), sound };
}

/** The CRDs of a model as files: YAML for people and kubectl, and the same as JSON, which loads a hundred times faster. */
export function emitCrds(model: TypeModel, options: EmitCrdsOptions = {}): EmittedCrds {
  const { crds, diagnostics, sound } = collect(model, options);
  const folder = options.folder ?? "generated/crds";
  const files = crds.flatMap((crd): GeneratedFile[] => {
    const path = `${folder}/${crd.spec.group}_${crd.spec.names.plural}`;
    const json = JSON.stringify(crd);
    const known = options.cache?.get(nameOf(crd));
    const yaml = known?.json === json ? known.yaml : emitYaml(crd, { documentStart: true });
    if (sound.has(nameOf(crd))) options.cache?.set(nameOf(crd), { json, yaml });
    return [
      { path: `${path}.yaml`, content: yaml },
      { path: `${path}.json`, content: `${json}\n` },
    ];
  });
  return { crds, files, diagnostics };
}

function nameOf(crd: CustomResourceDefinition): string {
  return crd.metadata.name ?? "";
}

interface Emission {
  readonly model: TypeModel;
  readonly options: EmitCrdsOptions;
  readonly diagnostics: Diagnostic[];
  readonly sound: Set<string>;
}

function crdObject(kind: KindSources, emission: Emission): CustomResourceDefinition {
  const { model, diagnostics, options, sound } = emission;
  const before = diagnostics.length;
  const versions = emitVersions(kind, emission);
  const isConverted = isConvertedByServer(model, kind);
  const crd = assembleCrd(kind, { versions, contracts: options.contracts, isConvertedByServer: isConverted });
  const known = diagnostics.length === before ? options.cache?.get(nameOf(crd)) : undefined;
  if (known === undefined || known.json !== JSON.stringify(crd)) check(kind, { crd, versions, before }, diagnostics);
  if (diagnostics.length === before) sound.add(nameOf(crd));
  return crd;
}

interface Emitted {
  readonly crd: CustomResourceDefinition;
  readonly versions: readonly EmittedVersion[];
  /** How many diagnostics there were before this kind. */
  readonly before: number;
}

/** Checks each version against the contracts, then the whole CRD against the rules of the API server. */
function check(kind: KindSources, { crd, versions, before }: Emitted, diagnostics: Diagnostic[]): void {
  for (const [i, { described, optionPositions }] of kind.entries()) {
    const emitted = versions[i];
    const schema = emitted?.version.schema?.openAPIV3Schema;
    if (emitted === undefined || schema === undefined) continue;
    for (const diagnostic of checkContract(described, schema)) {
      diagnostics.push({ ...diagnostic, position: positionOf(diagnostic, { place: emitted.place, optionPositions }) });
    }
  }
  // A schema that is already known to be wrong would only be reported again.
  if (hasErrors(diagnostics.slice(before))) return;
  const places = versions.map(({ place }) => place);
  diagnostics.push(...checkCrd(crd, { positionOf: (path) => positionInCrd(places, path) }));
}

/** A problem of a field is at the field, another one at the option of the definition, or at the definition. */
function positionOf({ code, path }: Diagnostic, { place, optionPositions }: Places): Position {
  if (path !== undefined) return positionOfField(place, path);
  const option = code.endsWith("/contract-label") ? optionPositions["/contracts"] : undefined;
  return option ?? place.position;
}

type Places = Pick<VersionSource, "optionPositions"> & Pick<EmittedVersion, "place">;

function emitVersions(kind: KindSources, { model, options, diagnostics }: Emission): EmittedVersion[] {
  const allowFloats = options.allowFloats ?? false;
  return kind.map((source) => {
    const storage = source.described.storage ?? kind.length === 1;
    return crdVersion(source, { model, allowFloats, diagnostics, storage });
  });
}

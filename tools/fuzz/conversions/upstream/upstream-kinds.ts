// The kinds of Cluster API whose declared conversions are compared with upstream's functions.
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import type { Converter } from "@capstan/contract/codegen/v1";
import { formatDiagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { emit } from "../emitted.ts";

/** A kind of upstream's, with the declaration of its conversion. */
interface UpstreamKind {
  readonly kind: string;
  readonly group: string;
  /** The declaration's file, and those of the types, without their ending. */
  readonly file: string;
  readonly folder: string;
}

const kinds: readonly UpstreamKind[] = [
  { kind: "Machine", group: "cluster.x-k8s.io", file: "machine", folder: "core" },
  { kind: "Cluster", group: "cluster.x-k8s.io", file: "cluster", folder: "core" },
  {
    kind: "KubeadmControlPlane",
    group: "controlplane.cluster.x-k8s.io",
    file: "kubeadm-control-plane",
    folder: "controlplane/kubeadm",
  },
];

/** A kind with what the generator made of its declaration. */
export interface DeclaredKind {
  readonly kind: string;
  readonly group: string;
  readonly converter: Converter;
  /** The generated module with the converter. */
  readonly module: URL;
  /** The schema of a version. */
  readonly schemaOf: (version: string) => JSONSchema;
}

/** The kinds whose names contain a string. */
export async function declaredKinds(only: string): Promise<readonly DeclaredKind[]> {
  return Promise.all(kinds.filter(({ kind }) => kind.includes(only)).map(declare));
}

async function declare({ kind, group, file, folder }: UpstreamKind): Promise<DeclaredKind> {
  const types = ["v1beta1", "v1beta2"].map((version) => `../../packages/api/src/${folder}/${version}/${file}.ts`);
  const emitted = emit([...types, `conversions/upstream/declared/${file}.ts`]);
  const errors = emitted.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map((error) => formatDiagnostic(error)).join("\n"));
  // The generator wrote the module.
  const module = new URL("conversions.ts", emitted.folder);
  const { converters } = (await import(module.href)) as {
    readonly converters: readonly Converter[];
  };
  const converter = converters.find((one) => one.kind === kind);
  if (converter === undefined) throw new Error(`there is no converter of ${kind}`);
  return { kind, group, converter, module, schemaOf: (version) => schemaOf(kind, version) };
}

function schemaOf(kind: string, version: string): JSONSchema {
  const crd = [...coreCrds(), ...kubeadmCrds()].find(({ spec }) => spec.names.kind === kind);
  const schema = crd?.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  if (schema === undefined) throw new Error(`there is no schema of ${kind} in ${version}`);
  return schema;
}

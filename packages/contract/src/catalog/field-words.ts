// Fields of the contracts in words, for pages and for `capstan explain`.
import {
  contractVersions,
  type ContractField,
  type ContractVersion,
  type FieldReader,
} from "../contracts/kind-contract.ts";
import { type ContractKind, fieldsOfKind, kindContracts } from "../contracts/kind-contracts.ts";

/** A field that a contract reads, in words. */
export interface FieldWords {
  readonly contract: ContractVersion;
  readonly path: string;
  readonly holds: string;
  readonly demand: string;
  /** Who sets it. */
  readonly writer: string;
  /** Who reads it, and where core keeps its value. */
  readonly reader: string;
  /** The name of its rule, without the name of the kind. */
  readonly rule: string;
}

const shapes: Readonly<Record<ContractField["shape"], string>> = {
  number: "a number",
  strings: "a list of strings",
  reference: "a kind and a name",
  versions: "a list of version and replicas",
  endpoint: "a host and a port",
  failureDomainMap: "a map from name to domain",
  failureDomainList: "a list keyed by name",
  severityConditions: "conditions with a severity",
  conditions: "conditions of Kubernetes",
  plainConditions: "conditions without a severity",
  kubernetesConditions: "conditions of Kubernetes",
  object: "an object",
  boolean: "a boolean",
  string: "a string",
  addresses: "a list of address and type",
  objects: "a list of objects",
  metadata: "labels and annotations",
  readinessGates: "a list keyed by conditionType",
  taints: "a list keyed by key and effect",
  capacity: "a map of quantities",
  nodeInfo: "a processor and an operating system",
};

const writers: Readonly<Record<ContractField["writer"], string>> = {
  provider: "the provider",
  core: "core or the user",
};

function demandOf({ missing, required, since }: ContractField): string {
  if (missing === undefined) return since === undefined ? "where it is declared" : `since Cluster API ${since}`;
  return required === undefined ? "must be declared" : "must be declared, and be optional";
}

/** What another field of the kind demands of this one. */
function companionDemand(kind: ContractKind, contract: ContractVersion, { path }: ContractField): string | undefined {
  for (const companion of kindContracts[kind].companions ?? []) {
    if (!("needs" in companion) || !companion.contracts.includes(contract) || !companion.needs.includes(path)) continue;
    const { of, orElse } = companion;
    return `must be declared with \`${of}\`${orElse === undefined ? "" : `, or \`${orElse}\``}`;
  }
  return undefined;
}

const readers: Readonly<Record<FieldReader | "provider", string>> = {
  core: "core",
  provider: "the provider",
  scale: "the scale subresource",
  users: "users and their tools",
};

/** Who reads a field of a kind, with the places in the objects of core that refer to the kind; empty for a kind that core does not refer to. */
function readerOf(kind: ContractKind, { into, readBy }: ContractField): string {
  if (readBy !== undefined) return readers[readBy];
  const { references } = kindContracts[kind].workflow;
  const places = references.flatMap((reference) => {
    const place = typeof into === "string" ? into : into[reference.kind];
    return place === undefined ? [] : [`${reference.kind}.${place}`];
  });
  if (references.length === 0) return "";
  return places.length === 0 ? "no core yet" : `core, which keeps it in ${places.join(" and ")}`;
}

/** The fields that each contract reads of a kind, the oldest contract first. */
export function fieldWords(kind: ContractKind): readonly FieldWords[] {
  return contractVersions.flatMap((contract) =>
    fieldsOfKind(kind)
      .filter((field) => field.contracts.includes(contract))
      .map((field) => ({
        contract,
        path: field.path,
        holds: shapes[field.shape],
        demand: companionDemand(kind, contract, field) ?? demandOf(field),
        writer: writers[field.writer],
        reader: readerOf(kind, field),
        rule: field.rule,
      })),
  );
}

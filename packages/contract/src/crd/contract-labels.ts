// The CRD labels that name the contract of each API version: how they are written, and how core reads them.
import { compareApiVersions, errorOf, parseApiVersion, type KubeObject } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import type { KindDefinition } from "../kinds/definition.ts";
import { contractLabel } from "../objects/labels.ts";
import { contractVersions, type ContractVersion } from "../contracts/kind-contract.ts";

/** Which contract core uses for a kind, and at which API version it reads the objects. */
export interface ResolvedContract {
  readonly contract: ContractVersion;
  readonly version: string;
}

type Version = Pick<KindDefinition, "apiVersion" | "contracts" | "served">;

/** The contract labels of a kind's CRD: per contract the served versions that follow it, the preferred one last. */
export function contractLabelsOf(versions: readonly Version[]): Record<string, string> {
  const followers = (contract: ContractVersion): string =>
    versions
      .filter((version) => version.served && version.contracts.includes(contract))
      .map((version) => parseApiVersion(version.apiVersion).version)
      .toSorted(compareApiVersions)
      .toReversed()
      .join("_");
  const entries = contractVersions.map((contract): [string, string] => [contractLabel(contract), followers(contract)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

/** The contract of a CRD as core finds it: the newest one in its labels, with the version of highest priority. */
export function resolveContract(
  crd: KubeObject,
  accepted: readonly ContractVersion[] = contractVersions,
): ResolvedContract {
  for (const contract of contractVersions.toReversed()) {
    const value = accepted.includes(contract) ? crd.metadata.labels?.[contractLabel(contract)] : undefined;
    const [version] = (value ?? "").split("_").toSorted(compareApiVersions);
    if (version !== undefined && version !== "") return { contract, version };
  }
  throw errorOf(contractErrors, "contract/no-contract-label", {
    values: { name: crd.metadata.name ?? "", labels: accepted.toReversed().map(contractLabel).join(", ") },
  });
}

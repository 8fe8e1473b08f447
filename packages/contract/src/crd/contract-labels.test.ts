// Contract labels, written and read as core reads them.
import { describe, expect, it } from "vitest";
import { contractLabelsOf, resolveContract } from "./contract-labels.ts";
import type { ContractVersion } from "../contracts/kind-contract.ts";

const crd = (labels: Record<string, string>) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.g.io", labels },
});
const v1 = "cluster.x-k8s.io/v1beta1";
const v2 = "cluster.x-k8s.io/v1beta2";

describe("resolveContract reads labels as core does", () => {
  it.each<[Record<string, string>, string, string]>([
    [{ [v1]: "v1beta1" }, "v1beta1", "v1beta1"],
    [{ [v1]: "v1alpha1_v1beta1" }, "v1beta1", "v1beta1"],
    [{ [v1]: "v1beta1_v1alpha1" }, "v1beta1", "v1beta1"],
    [{ [v1]: "v1beta1_v1" }, "v1beta1", "v1"],
    [{ [v1]: "v1_v1beta2" }, "v1beta1", "v1"],
    [{ [v1]: "v1alpha1", [v2]: "v1beta1" }, "v1beta2", "v1beta1"],
    [{ [v1]: "v1alpha1", [v2]: "" }, "v1beta1", "v1alpha1"],
  ])("%j", (labels, contract, version) => {
    expect(resolveContract(crd(labels))).toEqual({ contract, version });
  });

  it("takes the older contract for a core that knows no other", () => {
    expect(resolveContract(crd({ [v1]: "v1alpha1", [v2]: "v1beta1" }), ["v1beta1"])).toEqual({
      contract: "v1beta1",
      version: "v1alpha1",
    });
  });

  it("names the labels that are missing", () => {
    expect(() => resolveContract(crd({}))).toThrow(`CRD "foos.g.io" has none of the labels ${v2}, ${v1}`);
    const bare = { ...crd({}), metadata: {} };
    expect(() => resolveContract(bare, ["v1beta1"])).toThrow(`CRD "" has none of the labels ${v1}`);
  });
});

describe("contractLabelsOf", () => {
  const version = (apiVersion: string, contracts: readonly ContractVersion[], served = true) => ({
    apiVersion,
    contracts,
    served,
  });

  it.each<[string, Parameters<typeof contractLabelsOf>[0], Record<string, string>]>([
    [
      "each contract names the versions that follow it",
      [version("g.io/v1alpha1", ["v1beta1"]), version("g.io/v1beta1", ["v1beta2"])],
      { [v1]: "v1alpha1", [v2]: "v1beta1" },
    ],
    [
      "the preferred version comes last",
      [version("g.io/v1", ["v1beta1"]), version("g.io/v1alpha4", ["v1beta1"]), version("g.io/v1beta1", ["v1beta1"])],
      { [v1]: "v1alpha4_v1beta1_v1" },
    ],
    [
      "a version that is not served does not count",
      [version("g.io/v1alpha1", ["v1beta1"], false), version("g.io/v1beta1", ["v1beta2"])],
      { [v2]: "v1beta1" },
    ],
    ["one version may follow both", [version("g.io/v1", ["v1beta1", "v1beta2"])], { [v1]: "v1", [v2]: "v1" }],
    ["a kind without a contract has none", [version("g.io/v1", [])], {}],
  ])("%s", (_, versions, want) => {
    expect(contractLabelsOf(versions)).toEqual(want);
  });
});

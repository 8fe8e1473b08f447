// Plurals and singulars as upstream's library forms them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { controllerGenPlural, pluralize, pluralOfKind, singularize } from "./flect.ts";

// Wanted values were produced by flect 1.0.3 itself.
const cases: readonly (readonly [name: string, plural: string, singular: string])[] = [
  ["Cluster", "Clusters", "Cluster"],
  ["LocalMachine", "LocalMachines", "LocalMachine"],
  ["KubeadmConfigTemplate", "KubeadmConfigTemplates", "KubeadmConfigTemplate"],
  ["Policy", "Policies", "Policy"],
  ["Gateway", "Gateways", "Gateway"],
  ["IPAddress", "IPAddresses", "IPAddress"],
  ["index", "indices", "index"],
  ["Metal3Data", "Metal3Data", "Metal3Datum"],
  ["leaf", "leaves", "leaf"],
  ["analysis", "analyses", "analysis"],
  ["news", "news", "news"],
  ["octopus", "octupuses", "octopus"],
  ["ID", "IDs", "ID"],
  ["FooDNS", "FooDNSes", "FooDNS"],
  ["URLIndex", "URLIndices", "URLIndex"],
  ["DNSPerson", "DNSPeople", "DNSPerson"],
  ["APIQuota", "APIQuotas", "APIQuota"],
  ["XYZIndex", "XYZIndexes", "XYZIndex"],
];

/** Words of flect's tables, alone and at the end of compounds, and each ending: name, plural, singular, as flect 1.0.3 prints them. */
const vectors = readFileSync(new URL("../../testdata/flect.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"));

describe("pluralize and singularize", () => {
  it("agree with flect on every word and ending that it knows", () => {
    const names = vectors.map(([name = ""]) => name);
    expect(names.map((name) => [name, pluralize(name), singularize(name)])).toEqual(vectors);
  });

  it.each(cases)("%s -> %s", (name, plural, singular) => {
    expect({ plural: pluralize(name), singular: singularize(plural) }).toEqual({ plural, singular });
  });

  it("leaves a plural as it is", () => {
    expect(pluralize("clusters")).toBe("clusters");
  });

  it("names a kind's resource in lower case", () => {
    expect(pluralOfKind("FooProxy")).toBe("fooproxies");
  });

  // Wanted values were produced by flect 1.0.3 itself, of the name in lower case and of the name as it is.
  it.each([
    ["Ela", "ela", "elas"],
    ["FooDNS", "foodns", "foodnses"],
    ["MachineOS", "machineos", "machineoses"],
    ["PaaS", "paas", "paases"],
    ["FooAlias", "fooalias", "fooaliases"],
    ["VMIndex", "vmindices", "vmindexes"],
    ["LocalMachine", "localmachines", "localmachines"],
  ])("names the resource of %s as Cluster API does, and as controller-gen does", (kind, clusterApi, controllerGen) => {
    expect({ clusterApi: pluralOfKind(kind), controllerGen: controllerGenPlural(kind) }).toEqual({
      clusterApi,
      controllerGen,
    });
  });
});

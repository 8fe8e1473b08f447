// Plurals and singulars as upstream's library forms them.
import { describe, expect, it } from "vitest";
import { pluralize, pluralOfKind, singularize } from "./flect.ts";

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
];

describe("pluralize and singularize", () => {
  it.each(cases)("%s -> %s", (name, plural, singular) => {
    expect({ plural: pluralize(name), singular: singularize(plural) }).toEqual({ plural, singular });
  });

  it("leaves a plural as it is", () => {
    expect(pluralize("clusters")).toBe("clusters");
  });

  it("names a kind's resource in lower case", () => {
    expect(pluralOfKind("FooProxy")).toBe("fooproxies");
  });
});

// The tests that show what the catalog of rules says.
import type { Enforcer } from "@capstan/contract/catalog";

/** A test of the repository. */
export interface Evidence {
  /** From the root of the repository. */
  readonly file: string;
  /** A part of the title of one test in it, of one error that testdata expects, or of one line of a golden file. */
  readonly test: string;
}

/** Evidence by the id of its rule. */
export type EvidenceById = Readonly<Record<string, readonly Evidence[]>>;

/** Where evidence for each enforcer is: a rule has one piece of it there at least. */
export const placesOf: Readonly<Record<Enforcer, RegExp>> = {
  type: /^packages\/contract\/testdata\/errors\//,
  generator:
    /^(?:generators\/|packages\/contract\/src\/crd\/|packages\/kube\/src\/names\/|examples\/[^/]+\/generated\/)/,
  kit: /^(?:packages\/controller-kit\/|packages\/contract\/src\/fields\/|examples\/[^/]+\/test\/)/,
  bundle: /^packages\/clusterctl-kit\//,
  driven: /^e2e\/scenarios\//,
};

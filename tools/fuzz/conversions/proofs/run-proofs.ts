// Runs the generated tests of loaded suites, with a chosen number of objects each.
import * as fc from "fast-check";
import { describeError } from "@capstan/kube";
import type { ProofSuite } from "./recorder.ts";

/** How often each test draws objects, and from which seed. */
export interface ProofRuns {
  readonly runs: number;
  readonly seed: number;
  /** Whether the objects of a failure are made as small as possible: that takes longer than to find it. */
  readonly shrink?: boolean;
}

/** A test that failed. */
export interface FailedProof {
  readonly suite: string;
  readonly proof: string;
  readonly message: string;
}

/** The failed tests of suites, as they fail. */
export function* failedProofs(
  suites: readonly ProofSuite[],
  { runs: numRuns, seed, shrink = true }: ProofRuns,
): Generator<FailedProof> {
  const before = fc.readConfigureGlobal();
  // What generated tests pass to fast-check wins; they leave these two open.
  fc.configureGlobal({ ...before, numRuns, seed, endOnFailure: !shrink });
  try {
    for (const { name: suite, proofs } of suites) {
      for (const { name: proof, run } of proofs) {
        try {
          run();
        } catch (error) {
          yield { suite, proof, message: describeError(error) };
        }
      }
    }
  } finally {
    fc.configureGlobal(before);
  }
}

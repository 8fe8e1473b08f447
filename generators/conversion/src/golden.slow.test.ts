// The golden cases with more runs of their proofs: vitest.shared.ts has the shares.
import "./golden.test.ts";

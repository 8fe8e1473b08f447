// The golden cases with all runs of their proofs: vitest.shared.ts gives `check` a share of them.
import "./golden.test.ts";

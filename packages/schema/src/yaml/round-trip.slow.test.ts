// Writing and reading together, with all runs of the random tests: vitest.shared.ts gives `check` a share of them.
import "./round-trip.test.ts";

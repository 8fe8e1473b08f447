// The random tests of this package with all of their runs: vitest.shared.ts gives `check` a share of them.
import "./annotations.property.test.ts";
import "./import/hostile.property.test.ts";
import "./import/round-trip.property.test.ts";

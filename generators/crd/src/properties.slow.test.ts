// The random tests of this package with more of their runs: vitest.shared.ts has the shares.
import "./annotations.property.test.ts";
import "./import/hostile.property.test.ts";
import "./import/round-trip.property.test.ts";

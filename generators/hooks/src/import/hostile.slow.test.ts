// The random test with all of its runs: vitest.shared.ts gives `check` a share of them.
import "./hostile.property.test.ts";

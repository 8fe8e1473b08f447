// The random tests of this package with all of their runs: vitest.shared.ts gives `check` a share of them.
import "./fields/alike-pattern.test.ts";
import "./fields/version-defaults.test.ts";
import "./modules/arbitrary.test.ts";

import "../../test/machine-pass-suite.ts";

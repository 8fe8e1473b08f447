import "../../test/pass-suite.ts";

import "../../test/manager-suite.ts";

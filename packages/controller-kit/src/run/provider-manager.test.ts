import "../../test/provider-manager-suite.ts";

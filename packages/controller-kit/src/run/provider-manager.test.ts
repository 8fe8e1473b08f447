// The suite of whole providers on the embedded API server.
import "../../test/provider-manager-suite.ts";

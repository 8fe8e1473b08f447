// The suite of managers on the embedded API server.
import "../../test/manager-suite.ts";

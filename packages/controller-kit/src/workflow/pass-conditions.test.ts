// The suite of conditions of passes on the embedded API server.
import "../../test/pass-conditions-suite.ts";

// The suite of machine passes on the embedded API server.
import "../../test/machine-pass-suite.ts";

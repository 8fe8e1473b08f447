// The suite of pool passes on the embedded API server.
import "../../test/pool-pass-suite.ts";

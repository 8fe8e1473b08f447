// The suite of cluster passes on the embedded API server.
import "../../test/pass-suite.ts";

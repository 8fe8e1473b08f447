// The suite of bootstrap passes on the embedded API server.
import "../../test/bootstrap-pass-suite.ts";

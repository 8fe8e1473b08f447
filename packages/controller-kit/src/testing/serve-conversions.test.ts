// The suite on the embedded API server.
import "../../test/serve-conversions-suite.ts";

// The diagnostics suite on the embedded API server.
import "../../test/diagnostics-suite.ts";

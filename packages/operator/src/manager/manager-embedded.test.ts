// The manager suite on the embedded API server.
import "../../test/manager-suite.ts";

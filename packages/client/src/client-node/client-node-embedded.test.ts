// The suite of the adapters for @kubernetes/client-node on the embedded API server.
import "../../test/client-node-suite.ts";

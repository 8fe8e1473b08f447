// The suite of managers with IP pools on the embedded API server.
import "../../test/ip-pool-manager-suite.ts";

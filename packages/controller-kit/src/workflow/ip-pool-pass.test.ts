// The suite of passes over IPAddressClaims on the embedded API server.
import "../../test/ip-pool-pass-suite.ts";

// The suite of reservations in passes on the embedded API server.
import "../../test/ip-pool-reservations-suite.ts";

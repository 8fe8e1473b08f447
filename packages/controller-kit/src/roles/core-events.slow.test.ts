// The suite of the events of core on the embedded API server.
import "../../test/core-events-suite.ts";

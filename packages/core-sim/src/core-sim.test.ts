// The suite of the scripted core on the embedded API server.
import "../test/core-sim-suite.ts";

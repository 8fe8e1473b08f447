// The played roles, on the embedded API server.
import "../test/play-suite.ts";

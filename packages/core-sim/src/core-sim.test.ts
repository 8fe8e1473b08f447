import "../test/core-sim-suite.ts";

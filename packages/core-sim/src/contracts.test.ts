// The contracts of bootstrap configs and control planes, on the embedded API server.
import "../test/contracts-suite.ts";

// The suite on the embedded API server.
import "./life-suite.ts";

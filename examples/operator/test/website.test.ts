// The suite on the embedded API server.
import "./website-suite.ts";

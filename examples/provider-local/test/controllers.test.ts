// The suite on the embedded API server.
import "./controllers-suite.ts";

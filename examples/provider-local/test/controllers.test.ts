// The controllers on the embedded API server; the same suite on the real one is the .real file beside this.
import "./controllers-suite.ts";

// What is watched and cached, on the embedded API server.
import "../../test/watches-suite.ts";

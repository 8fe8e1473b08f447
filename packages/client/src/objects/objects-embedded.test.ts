// The suite of `ensure`, `createOrPatch` and `modify` on the embedded API server.
import "../../test/objects-suite.ts";

// The suite of passes of other kinds on the embedded API server.
import "../../test/pass-kinds-suite.ts";

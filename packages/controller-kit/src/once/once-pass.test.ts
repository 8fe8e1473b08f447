// The suite of `ctx.once` in passes on the embedded API server.
import "../../test/once-pass-suite.ts";

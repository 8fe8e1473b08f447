// The suite of what a provider watches and caches, on the embedded API server.
import "../../test/watch-options-suite.ts";

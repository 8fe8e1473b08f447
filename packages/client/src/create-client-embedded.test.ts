// The suite of clients on the embedded API server.
import "../test/client-suite.ts";

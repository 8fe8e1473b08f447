// Runs the suite of webhooks on the embedded API server.
import "../../test/author-webhooks-suite.ts";

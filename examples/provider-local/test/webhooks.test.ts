// The suite on the embedded API server.
import "./webhooks-suite.ts";

import "./webhooks-suite.ts";

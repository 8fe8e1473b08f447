// The same suite on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("./webhooks-suite.ts");

export {};

// The suite of the adapters for @kubernetes/client-node on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/client-node-suite.ts");

export {};

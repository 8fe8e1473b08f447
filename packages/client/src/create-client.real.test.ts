// The suite of clients on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../test/client-suite.ts");

export {};

// The same suite on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/serve-conversions-suite.ts");

export {};

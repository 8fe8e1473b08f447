// The same suite on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/pass-kinds-suite.ts");

export {};

// The manager suite on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/manager-suite.ts");

export {};

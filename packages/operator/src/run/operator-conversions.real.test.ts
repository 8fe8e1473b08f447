// Conversions of an operator on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/conversions-suite.ts");

export {};

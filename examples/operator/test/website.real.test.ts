// The suite on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("./website-suite.ts");

export {};

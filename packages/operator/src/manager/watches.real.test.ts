// What is watched and cached, on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/watches-suite.ts");

export {};

// The suite of `ensure`, `createOrPatch` and `modify` on a real API server.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/objects-suite.ts");

export {};

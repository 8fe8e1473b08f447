// The diagnostics suite on a real API server, with real tokens and RBAC.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/diagnostics-suite.ts");

export {};

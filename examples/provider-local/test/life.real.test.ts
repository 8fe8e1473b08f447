// The same suite on real API servers: management and workload.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("./life-suite.ts");

export {};

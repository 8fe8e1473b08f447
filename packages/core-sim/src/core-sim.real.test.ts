// Runs the simulated core suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../test/core-sim-suite.ts");

export {};

// Runs the pool pass suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/pool-pass-suite.ts");

export {};

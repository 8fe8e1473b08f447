// Runs the pass kinds suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/pass-kinds-suite.ts");

export {};

// Runs the bootstrap pass suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/bootstrap-pass-suite.ts");

export {};

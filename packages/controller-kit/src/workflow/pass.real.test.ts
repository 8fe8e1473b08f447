// Runs the pass suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/pass-suite.ts");

export {};

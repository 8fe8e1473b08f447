// Runs the machine pass suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/machine-pass-suite.ts");

export {};

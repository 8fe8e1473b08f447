// Runs the provider manager suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/provider-manager-suite.ts");

export {};

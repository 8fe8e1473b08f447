// The contracts of bootstrap configs and control planes, on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../test/contracts-suite.ts");

export {};

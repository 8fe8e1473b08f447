// Runs the life suite on kube-apiserver, for management and workload.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("./life-suite.ts");

export {};

// Runs the suite of managers with IP pools on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/ip-pool-manager-suite.ts");

export {};

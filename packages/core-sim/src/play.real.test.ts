// The played roles, on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../test/play-suite.ts");

export {};

// Runs the suite of the events of core on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/core-events-suite.ts");

export {};

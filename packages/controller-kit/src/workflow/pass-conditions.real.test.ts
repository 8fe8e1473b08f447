// Runs the suite of conditions of passes on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/pass-conditions-suite.ts");

export {};

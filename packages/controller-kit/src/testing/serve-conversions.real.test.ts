// Runs the suite of served conversions on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/serve-conversions-suite.ts");

export {};

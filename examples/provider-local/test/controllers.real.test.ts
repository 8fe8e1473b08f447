// Runs the controllers suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("./controllers-suite.ts");

export {};

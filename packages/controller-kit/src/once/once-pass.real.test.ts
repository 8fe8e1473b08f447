// Runs the suite of `ctx.once` in passes on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/once-pass-suite.ts");

export {};

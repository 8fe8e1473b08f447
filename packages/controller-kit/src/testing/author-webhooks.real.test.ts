// Runs the suite of webhooks on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/author-webhooks-suite.ts");

export {};

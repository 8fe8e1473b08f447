// Runs the webhooks suite on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("./webhooks-suite.ts");

export {};

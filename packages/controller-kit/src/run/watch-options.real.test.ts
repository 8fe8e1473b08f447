// The suite of what a provider watches and caches, on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/watch-options-suite.ts");

export {};

// Runs the suite of passes over IPAddressClaims on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/ip-pool-pass-suite.ts");

export {};

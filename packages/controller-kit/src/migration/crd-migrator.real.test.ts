// Runs the suite of the migrator on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/crd-migrator-suite.ts");

export {};

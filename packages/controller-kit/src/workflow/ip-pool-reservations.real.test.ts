// Runs the suite of reservations in passes on kube-apiserver.
process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/ip-pool-reservations-suite.ts");

export {};

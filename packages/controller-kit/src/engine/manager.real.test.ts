process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../../test/manager-suite.ts");

export {};

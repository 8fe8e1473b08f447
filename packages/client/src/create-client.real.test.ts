process.env["CAPSTAN_TESTENV"] = "envtest";
await import("../test/client-suite.ts");

export {};

// The same probes on the real kube-apiserver: what they want is what it does.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestEnv, type TestEnv } from "../../src/start.ts";
import { admissionSuite } from "./admission-suite.ts";
import { conversionSuite } from "./conversion-suite.ts";
import { probeDefinitions } from "./definitions.ts";
import { embeddedResourcesSuite } from "./embedded-resources-suite.ts";
import { probes } from "./probes.ts";
import { createCaller, runProbe, type Caller } from "./run-probe.ts";
import { storedDefaultsSuite } from "./stored-defaults-suite.ts";

let env: TestEnv;
let caller: Caller;
beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest", crds: probeDefinitions, envtest: { controllerManager: true } });
  caller = createCaller(env.credentials);
});
afterAll(async () => {
  caller.close();
  await env.stop();
});

describe("the real server answers as wanted", () => {
  test.concurrent.each(probes)("$name", async (probe) => {
    expect(await runProbe(caller, probe)).toEqual([]);
  });
});

describe("admission webhooks", () => {
  admissionSuite({ backend: "envtest" });
});

describe("conversion webhooks", () => {
  conversionSuite({ backend: "envtest" });
});

describe("defaults of the stored version", () => {
  storedDefaultsSuite({ backend: "envtest" });
});

describe("embedded resources", () => {
  embeddedResourcesSuite({ backend: "envtest" });
});

// The probes that were recorded on the real server, on the embedded one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestEnv, type TestEnv } from "../../src/start.ts";
import { admissionSuite } from "./admission-suite.ts";
import { conversionSuite } from "./conversion-suite.ts";
import { probeDefinitions } from "./definitions.ts";
import { embeddedResourcesSuite } from "./embedded-resources-suite.ts";
import { knownDisagreements, probes } from "./probes.ts";
import { createCaller, runProbe, type Caller } from "./run-probe.ts";
import { storedDefaultsSuite } from "./stored-defaults-suite.ts";

let env: TestEnv;
let caller: Caller;
beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: probeDefinitions });
  caller = createCaller(env.credentials);
});
afterAll(async () => {
  caller.close();
  await env.stop();
});

describe("the embedded server answers as the real one does", () => {
  const agreed = probes.filter(({ name }) => !Object.hasOwn(knownDisagreements, name));
  test.concurrent.each(agreed)("$name", async (probe) => {
    expect(await runProbe(caller, probe)).toEqual([]);
  });

  const disputed = probes.filter(({ name }) => Object.hasOwn(knownDisagreements, name));
  test.each(disputed)("not yet: $name", async (probe) => {
    expect(await runProbe(caller, probe)).not.toEqual([]);
  });
});

test("no disagreement is listed for a probe that no longer exists", () => {
  const names = probes.map(({ name }) => name);
  expect(Object.keys(knownDisagreements).filter((name) => !names.includes(name))).toEqual([]);
});

describe("admission webhooks", () => {
  admissionSuite({ backend: "embedded" });
});

describe("conversion webhooks", () => {
  conversionSuite({ backend: "embedded" });
});

describe("defaults of the stored version", () => {
  storedDefaultsSuite({ backend: "embedded" });
});

describe("embedded resources", () => {
  embeddedResourcesSuite({ backend: "embedded" });
});

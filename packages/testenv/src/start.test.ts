// Which backend the environment names, and the error for a name that does not exist.
import { afterEach, expect, test, vi } from "vitest";
import type { EmbeddedEnv } from "./embedded/start.ts";
import type { Envtest } from "./envtest/start.ts";
import { startTestEnv, type TestEnv, type TestEnvOptions } from "./start.ts";

afterEach(() => vi.unstubAllEnvs());

test("a call that names a backend has that backend's members, any other call those of all", () => {
  const embedded: () => Promise<EmbeddedEnv> = () => startTestEnv({ backend: "embedded" });
  const real: () => Promise<Envtest> = () => startTestEnv({ backend: "envtest" });
  const one: (options: TestEnvOptions) => Promise<TestEnv> = (options) => startTestEnv(options);
  // @ts-expect-error the environment may name the real backend
  const unnamed: () => Promise<EmbeddedEnv> = () => startTestEnv({ crds: [] });
  // @ts-expect-error there is no such backend
  const unknown: () => Promise<TestEnv> = () => startTestEnv({ backend: "remote" });
  expect([embedded, real, one, unnamed, unknown]).toHaveLength(5);
});

test("the environment names the backend", async () => {
  vi.stubEnv("CAPSTAN_TESTENV", "remote");
  await expect(startTestEnv()).rejects.toThrow('there is no test backend "remote"');
  vi.stubEnv("CAPSTAN_TESTENV", "embedded");
  const env = await startTestEnv();
  expect(env.backend).toBe("embedded");
  await env.stop();
});

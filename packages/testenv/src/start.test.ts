// Which backend the environment names, and the error for a name that does not exist.
import { afterEach, expect, test, vi } from "vitest";
import { startTestEnv } from "./start.ts";

afterEach(() => vi.unstubAllEnvs());

test("the environment names the backend", async () => {
  vi.stubEnv("CAPSTAN_TESTENV", "remote");
  await expect(startTestEnv()).rejects.toThrow('there is no test backend "remote"');
  vi.stubEnv("CAPSTAN_TESTENV", "embedded");
  const env = await startTestEnv();
  expect(env.backend).toBe("embedded");
  await env.stop();
});

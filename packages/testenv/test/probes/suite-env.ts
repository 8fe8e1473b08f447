// A control plane for a suite that runs on either backend, and short ways to call it.
import { afterAll, beforeAll } from "vitest";
import { startTestEnv, type TestEnv, type TestEnvOptions } from "../../src/start.ts";
import type { Answer } from "./probe.ts";
import { createCaller, type Caller } from "./run-probe.ts";

/** What a suite works with; usable once its `beforeAll` has run. */
export interface SuiteEnv {
  readonly env: TestEnv;
  readonly send: (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) => Promise<Answer>;
}

/** Starts the control plane before the suite's tests and stops it after them; `prepare` runs in between. */
export function useSuiteEnv(options: TestEnvOptions, prepare: (suite: SuiteEnv) => Promise<void>): SuiteEnv {
  const started: { env?: TestEnv; caller?: Caller } = {};
  const needed = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("the suite has not started yet");
    return part;
  };
  const suite: SuiteEnv = {
    get env() {
      return needed(started.env);
    },
    send: (method, path, body) => {
      const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
      return needed(started.caller).send({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { text: JSON.stringify(body) }),
      });
    },
  };
  beforeAll(async () => {
    started.env = await startTestEnv(options);
    started.caller = createCaller(started.env.credentials);
    await prepare(suite);
  });
  afterAll(async () => {
    started.caller?.close();
    await started.env?.stop();
  });
  return suite;
}

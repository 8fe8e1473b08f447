// A management cluster for the tests of a file, and the API server of a tenant for each of them.
import { type Client, createClient } from "@capstan/client";
import { type EmbeddedEnv, startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { startBenchEnv } from "./pass-bench.ts";

/** The two servers, while a test runs. */
export interface Servers {
  readonly management: TestEnv;
  readonly tenant: EmbeddedEnv;
  readonly tenantClient: Client;
}

/** Starts the servers before the tests, and stops them after. */
export function useServers(): Servers {
  let management: TestEnv;
  let tenant: EmbeddedEnv;
  let tenantClient: Client;
  beforeAll(async () => {
    management = await startBenchEnv();
  }, 120_000);
  afterAll(() => management.stop());
  beforeEach(async () => {
    tenant = await startTestEnv({ backend: "embedded" });
    tenantClient = createClient(tenant.credentials);
  });
  afterEach(async () => {
    tenantClient.close();
    await tenant.stop();
  });
  return {
    get management() {
      return management;
    },
    get tenant() {
      return tenant;
    },
    get tenantClient() {
      return tenantClient;
    },
  };
}

// The program of the crash test: a manager without leader election that answers the claims of all pools, until it is killed. Its argument is a file with
// the credentials.
import { readFileSync } from "node:fs";
import { createClient } from "@capstan/client";
import type { ClusterCredentials } from "@capstan/kube";
import {
  addressesIn,
  allocated,
  createProviderManager,
  exhausted,
  initProvider,
  type ProviderKit,
  silentLogger,
} from "../src/index.ts";
import { FooIPPool } from "./foo-kinds.ts";

const kit: ProviderKit<object> = initProvider();

const fooIPPool = kit.ipPool(FooIPPool, {
  async allocate({ pool, reserve }) {
    const address = await reserve(addressesIn(pool.spec?.ranges ?? []));
    // The test counts these, to kill this process after some.
    process.stdout.write(".");
    return address === undefined ? exhausted("all addresses are in use") : allocated({ address, prefix: 16 });
  },
});

// Written by the test that started this process.
const credentials = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as ClusterCredentials;
const provider = kit.provider({ name: "foo", type: "ipam", controllers: [fooIPPool] });
const client = createClient(credentials);
const options = { client, services: {}, concurrency: 50, minInterval: "0s", log: silentLogger } as const;
await createProviderManager(provider, options).run(new AbortController().signal);

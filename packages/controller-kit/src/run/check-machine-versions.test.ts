// A pool with a version in which the API server does not serve the kind of its machines.
import type { Client } from "@capstan/client";
import { errorOf } from "@capstan/kube";
import { type LogFields, silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import { FooMachine, FooMachinePool } from "../../test/foo-kinds.ts";
import type { Provider } from "../authoring/provider.ts";
import { checkMachineVersions } from "./check-machine-versions.ts";

const { group } = FooMachinePool;
const [older, newer] = [`${group}/v1beta1`, `${group}/v1beta2`];
const provider = {
  controllers: [{ resource: FooMachinePool, machines: FooMachine }],
  conversions: [{ group, kind: "FooMachinePool", versions: [newer, older] }],
} as unknown as Pick<Provider, "controllers" | "conversions">;
const none = errorOf({ none: { severity: "error", message: "", help: "", explain: "" } }, "none");
const noSuchKind = Object.assign(none, { code: "client/no-such-kind" });

test.each([
  { name: "the server has them", answer: async () => FooMachine, want: [] },
  {
    name: "the server has them not",
    answer: () => Promise.reject(noSuchKind),
    want: [
      {
        message: "A pool has a version without machines",
        code: "provider/machine-version",
        error: `FooMachinePool exists in ${newer}, and FooMachine, the kind of its machines, does not`,
        help: `define FooMachine in ${newer} too, with a conversion between its versions`,
      },
    ],
  },
  { name: "the server does not answer", answer: () => Promise.reject(new Error("no")), want: [] },
])("$name", async ({ answer, want }) => {
  const lines: LogFields[] = [];
  const asked: unknown[] = [];
  const log = {
    ...silentLogger,
    warn: (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields }),
  };
  const client = {
    resourceFor: (kind: unknown) => {
      asked.push(kind);
      return answer();
    },
  } as unknown as Client;
  await checkMachineVersions(provider, { client, log, signal: new AbortController().signal });
  expect([asked, lines]).toEqual([[{ apiVersion: newer, kind: "FooMachine" }], want]);
});

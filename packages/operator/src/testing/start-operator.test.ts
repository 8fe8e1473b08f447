// An operator that `startOperator` runs inside a test: its flags, its webhooks and its end.
import { createClient } from "@capstan/client";
import type { KubeObject } from "@capstan/kube";
import { ConfigMap, MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { silentLogger } from "@capstan/process";
import type { OperatorOptions } from "../run/operator-program.ts";
import { defineDefaulting, defineHandler, defineValidation } from "../webhooks/webhook-definition.ts";
import { rejected } from "../webhooks/admission-result.ts";
import { startOperator, type StartOperatorOptions } from "./start-operator.ts";

let env: TestEnv;
beforeAll(async () => {
  env = await startTestEnv();
});
afterAll(() => env.stop());

const configMap = (name: string, data: Record<string, string> = {}): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "default", name },
  data,
});

const sizeFlag = { size: { kind: "integer", default: "3", help: "how many" } } as const;

/** Its webhooks use what `setup` has created. */
function operator(seen: string[] = []): OperatorOptions<typeof sizeFlag> {
  let size: string | undefined;
  return {
    name: "sizes",
    flags: sizeFlag,
    webhooks: [
      defineDefaulting(ConfigMap, {
        create({ object }) {
          if (size !== undefined) object.data = { size, ...object.data };
        },
      }),
      defineValidation(ConfigMap, {
        create: ({ object }) =>
          object.data?.["size"] === "0"
            ? rejected([{ path: "data.size", type: "Invalid", value: "0", detail: "it must be more than 0" }])
            : undefined,
      }),
      defineHandler("/hello", { handle: () => ({ status: 200 }) }),
    ],
    async setup(manager, { flags, variables }) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      size = `${flags.size}${variables["UNIT"] ?? ""}`;
      manager.addController({
        name: "maps",
        for: ConfigMap,
        async reconcile({ name }) {
          seen.push(name);
        },
      });
    },
  };
}

test("writes of its client meet its webhooks, which are served after setup and with its flags", async () => {
  const seen: string[] = [];
  const options = { credentials: env.credentials, args: ["--size=5"], variables: { UNIT: "Mi" } };
  await using running = startOperator(operator(seen), options);
  expect((await running.client.create(ConfigMap, configMap("first"))).data).toEqual({ size: "5Mi" });
  await expect(running.client.create(ConfigMap, configMap("none", { size: "0" }))).rejects.toThrow(
    'data.size: Invalid value: "0": it must be more than 0',
  );
  await expect.poll(() => seen).toContain("first");
});

test("after the stop nothing is declared, and nothing calls it", async () => {
  const running = startOperator(operator(), { credentials: env.credentials });
  await running.webhooksCalled;
  const client = createClient(env.credentials);
  const declared = async (): Promise<number> => {
    const kinds = [MutatingWebhookConfiguration, ValidatingWebhookConfiguration];
    const lists = await Promise.all(kinds.map((kind) => client.list<KubeObject>(kind)));
    return lists.flatMap(({ items }) => items).length;
  };
  expect(await declared()).toBe(2);
  await running.stop();
  await running.stop();
  expect(await declared()).toBe(0);
  expect((await client.create(ConfigMap, configMap("after"))).data).toEqual({});
  client.close();
});

test("an operator without webhooks declares none", async () => {
  const { webhooks: _, ...plain } = operator();
  await using running = startOperator(plain, { credentials: env.credentials });
  expect((await running.client.create(ConfigMap, configMap("plain"))).data).toEqual({});
});

test.each([
  { what: "a wrong flag", args: ["--sizes=1"], expected: /process\/unknown-flag[^]*--size/ },
  { what: "a wrong name", name: "Wrong Name", expected: /operator\/name/ },
])("$what fails the writes and the stop", async ({ args = [], expected, name = "sizes" }) => {
  const running = startOperator({ ...operator(), name }, { credentials: env.credentials, args });
  await expect(running.client.create(ConfigMap, configMap("never"))).rejects.toThrow(expected);
  await expect(running.webhooksCalled).rejects.toThrow(expected);
  await expect(running.stop()).rejects.toThrow(expected);
});

type TakesLog = (lines: string[]) => Pick<StartOperatorOptions, "log">;
const nowhere: TakesLog = () => ({ log: silentLogger });
const intoLines: TakesLog = (lines) => ({ log: (line) => void lines.push(line) });
test.each([
  { how: "are printed by default", takes: (): {} => ({}), printed: true, taken: false },
  { how: "go to a function", takes: intoLines, printed: false, taken: true },
  { how: "go nowhere with silentLogger", takes: nowhere, printed: false, taken: false },
])("warnings and errors $how", async ({ takes, printed, taken }) => {
  const lines: string[] = [];
  const shown: string[] = [];
  using _ = vi.spyOn(console, "error").mockImplementation((line) => void shown.push(String(line)));
  let runs = 0;
  const failing: OperatorOptions = {
    name: "failing",
    setup: (manager) =>
      manager.addController({
        name: "maps",
        for: ConfigMap,
        async reconcile() {
          runs += 1;
          throw new Error("no quota");
        },
      }),
  };
  const running = startOperator(failing, { credentials: env.credentials, ...takes(lines) });
  await running.client.create(ConfigMap, { ...configMap(""), metadata: { namespace: "default", generateName: "a-" } });
  await expect.poll(() => runs).toBeGreaterThan(1);
  await running.stop();
  expect(shown.some((line) => line.includes("no quota"))).toBe(printed);
  expect(shown.filter((line) => line.includes("INFO"))).toEqual([]);
  expect(lines.some((line) => line.includes("no quota"))).toBe(taken);
  expect(lines.some((line) => line.includes("INFO"))).toBe(taken);
});

test("a setup that fails, fails the writes and the stop with its own error", async () => {
  const failure = new Error("no quota");
  const setup = (): Promise<void> => Promise.reject(failure);
  const running = startOperator({ ...operator(), setup }, { credentials: env.credentials });
  await expect(running.client.create(ConfigMap, configMap("never"))).rejects.toBe(failure);
  await expect(running.stop()).rejects.toBe(failure);
});

test("a stop during setup ends it", async () => {
  const running = startOperator(operator(), { credentials: env.credentials });
  await running.stop();
  await expect(running.webhooksCalled).rejects.toThrow("aborted");
});

test("two webhooks of one kind and type are an error at once", () => {
  const { webhooks = [] } = operator();
  const twice = { ...operator(), webhooks: [...webhooks, ...webhooks] };
  expect(() => startOperator(twice, { credentials: env.credentials })).toThrow(/webhook/);
});

// Many objects of a kind in one step: what else the process has to do is done between them.
import { createClient } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { expect, test } from "vitest";
import { stepContext } from "../test/step-context.ts";
import { controller } from "./controllers.ts";
import { StepLists } from "./step-lists.ts";
import { TransientErrors } from "./transient-errors.ts";

const count = 30;
const reconcileMs = 5;

function workFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test("a step over many objects gives the event loop turns", async () => {
  await using env = await startTestEnv({ backend: "embedded" });
  const client = createClient(env.credentials);
  for (let index = 0; index < count; index += 1) {
    const metadata = { namespace: "default", name: `object-${index}` };
    await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
  }
  const lists = new StepLists(client, { namespace: "default" });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const seen: number[] = [];
  const run = controller(ConfigMap, {
    reconcile: async () => {
      seen.push(turns);
      workFor(reconcileMs);
    },
  });
  await run(stepContext(lists), new TransientErrors());
  clearInterval(timer);
  client.close();
  expect(seen).toHaveLength(count);
  expect((seen.at(-1) ?? 0) - (seen[0] ?? 0)).toBeGreaterThan(5);
});

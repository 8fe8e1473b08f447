// Calls of a reconcile that wait for a retry while the process stops to lead, and those to other clusters.
import { createServer, type Server } from "node:http";
import { createClient, type Client } from "@capstan/client";
import { describeError } from "@capstan/kube";
import { expect, onTestFinished, test } from "vitest";
import { a, Foo, foo, start } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";

/** A client of a server that answers every request with 429 and five seconds to wait. */
async function busyClient(clock: FakeClock): Promise<{ readonly client: Client; readonly seen: string[] }> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method}`);
    response.writeHead(429, { "retry-after": "5" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const client = createClient({ server: `http://127.0.0.1:${port}` }, { clock });
  onTestFinished(() => {
    client.close();
    server.close();
  });
  return { client, seen };
}

test("a write that waits for a retry is not sent again after its process stopped to lead (L1)", async () => {
  const lease = { leads: true };
  const clock = new FakeClock();
  const { client: busy, seen } = await busyClient(clock);
  const problems: string[] = [];
  const rig = await start(
    [foo("a")],
    async (_key, { client }, run) => {
      if (run > 1) return;
      await client
        .patch(Foo, a, { type: "merge", body: {} })
        .catch((error: unknown) => problems.push(describeError(error)));
    },
    { deps: { client: busy, mayRun: () => lease.leads } },
  );
  await expect.poll(() => clock.timers).toBe(1);
  expect(seen).toEqual(["PATCH"]);
  // As after SIGSTOP: the time is over, and the signal has not aborted yet.
  lease.leads = false;
  await clock.advance(60_000);
  await settle();
  expect(problems).toEqual([
    "the reconcile of Foo ns/a may not call the API server: this process does not lead any more\n  help: pass the signal of the reconcile to everything that waits, and do not use its client after that",
  ]);
  expect(seen).toEqual(["PATCH"]);
  await rig.stop();
});

test.each([
  { how: "whose process does not lead any more", leads: false, ms: 0, want: "this process does not lead any more" },
  { how: "that was abandoned", leads: true, ms: 10_000, want: "it did not end in time and was abandoned" },
])("a guarded client of another cluster makes no call in a run $how (L5)", async ({ leads, ms, want }) => {
  const lease = { leads: true };
  const other = new FakeApi();
  const gate = Promise.withResolvers<void>();
  const problems: string[] = [];
  const rig = await start(
    [foo("a")],
    async (_key, { guarded }, run) => {
      if (run > 1) return;
      const client = guarded(other.client);
      await client.create(Foo, foo("first"));
      await gate.promise;
      await client.create(Foo, foo("second")).catch((error: unknown) => problems.push(describeError(error)));
    },
    { timeout: "5s", deps: { mayRun: () => lease.leads } },
  );
  await rig.clock.advance(ms);
  lease.leads = leads;
  gate.resolve();
  await settle();
  expect(problems.join()).toMatch(`the reconcile of Foo ns/a may not call the API server: ${want}`);
  expect([...other.objects.keys()]).toEqual(["Foo ns/first"]);
  await rig.stop();
});

// `capstan plan --kubeconfig` of a tape whose Clusters are not those of the server.
import { createClient } from "@capstan/client";
import { coreCrds } from "@capstan/extension-kit/testing";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createdCluster } from "../../test/created-cluster.ts";
import { extensionSource, tapeOf } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let env: EmbeddedEnv;
let uids: Readonly<Record<string, string>>;
beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  uids = { one: await createdCluster(client, "one"), two: await createdCluster(client, "two") };
  client.close();
});
afterAll(() => env.stop());

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.extension("size", { "src/extension.ts": extensionSource(), kubeconfig: env.kubeconfig() });
});
afterEach(() => at[Symbol.dispose]());

/** Compares a tape with calls for these Clusters, by name, with their UIDs. */
async function planOf(recorded: Readonly<Record<string, string>>): Promise<Printed> {
  at.write({ "calls.tape": await tapeOf(Object.keys(recorded), recorded) });
  return at.capstan(["plan", "--against", "calls.tape", "--kubeconfig", "kubeconfig"]);
}

test("all Clusters of the tape are there: all calls are compared", async () => {
  const { code, text } = await planOf(uids);
  expect([code, text]).toEqual([0, expect.stringContaining("compared 3 answers with 4 templates; changed: 0;")]);
  expect(text).not.toContain("left out");
});

test("no Cluster of the tape is there: nothing is compared", async () => {
  at.write({ "src/extension.ts": extensionSource({ size: "3" }) });
  const { code, text } = await planOf({ one: "other", three: "x" });
  expect(code).toBe(1);
  expect(text).toContain(
    `error plan/other-cluster: no Cluster of the tape calls.tape is at ${env.credentials.server}: Cluster default/one (another UID), Cluster default/three (not there)\n  help: name the kubeconfig and the context of the management cluster that the tape is of;`,
  );
  expect(text).not.toContain("compared");
});

test("some Clusters are not there any more: their calls are left out, and the others compared", async () => {
  at.write({ "src/extension.ts": extensionSource({ size: "3" }) });
  const { code, text } = await planOf({ one: uids["one"] ?? "", three: "x" });
  expect(code).toBe(1);
  expect(text).toContain(
    `warning plan/clusters-lost: calls for Clusters that ${env.credentials.server} does not have any more were left out: Cluster default/three (not there)\n`,
  );
  expect(text).toContain("compared 2 answers with 2 templates; changed: 2; replacing machines: 1\n");
  expect(text).toContain("MachineDeployment default/one-md");
  expect(text).not.toContain("default/three-md");
});

test("a Cluster that has another UID now is an error, and the others are compared", async () => {
  const { code, text } = await planOf({ one: uids["one"] ?? "", two: "before" });
  expect(code).toBe(1);
  expect(text).toContain(
    `error plan/clusters-replaced: calls for Clusters that ${env.credentials.server} has with another UID were left out: Cluster default/two (another UID)\n`,
  );
  expect(text).toContain("compared 2 answers with 2 templates; changed: 0; replacing machines: 0\n");
});

test("a Cluster that was created again while calls were recorded: only those of the later one are compared", async () => {
  const [header = "", earlier = ""] = (await tapeOf(["one"], { one: "before" })).split("\n");
  const later = (await tapeOf(["one"], uids)).split("\n").slice(1);
  at.write({ "calls.tape": [header, earlier, ...later].join("\n") });
  const { code, text } = await at.capstan(["plan", "--against", "calls.tape", "--kubeconfig", "kubeconfig"]);
  expect([code, text]).toEqual([0, expect.stringContaining("compared 2 answers with 2 templates; changed: 0;")]);
  expect(text).toContain("warning plan/clusters-lost: ");
});

test("a switch of which each call is for a Cluster that is lost is an error", async () => {
  const more = '"patches-v2": () => proceed({ items: [] }),';
  at.write({ "src/extension.ts": extensionSource({ more }) });
  const [header = "", kept = ""] = (await tapeOf(["one"], uids)).split("\n");
  const lost = (await tapeOf(["three"])).split("\n").slice(1);
  at.write({ "calls.tape": [header, kept.replace('"patches-v1"', '"patches-v0"'), ...lost].join("\n") });
  const switches = ["--switch", "patches-v1=patches-v2", "patches-v0=patches-v1"];
  const given = ["plan", "--against", "calls.tape", "--kubeconfig", "kubeconfig", ...switches];
  const { code, text } = await at.capstan(given);
  expect(code).toBe(1);
  expect(text).toContain(
    "error plan/switch-not-compared: no answer of patches-v2 was compared with one of patches-v1 on the tape calls.tape, so nothing is known of the switch\n",
  );
});

test("a server that does not let Clusters be read: a warning, and all calls are compared", async () => {
  env.faults.inject({ verb: "get", plural: "clusters" }, { reason: "Forbidden" });
  const { code, text } = await planOf({ one: "other" });
  env.faults.clear();
  expect([code, text]).toEqual([0, expect.stringContaining("compared 2 answers with 2 templates; changed: 0;")]);
  expect(text).toContain(
    `warning plan/clusters-unknown: it is not known whether Clusters of the tape calls.tape are at ${env.credentials.server}, and their calls were compared: Cluster default/one: `,
  );
});

test.each([
  { name: "is there: calls of the others are compared, too", one: "", calls: 3, code: "plan/clusters-unknown" },
  { name: "is not there: nothing is compared", one: "other", calls: undefined, code: "plan/other-cluster" },
])("of Clusters of which one can be read, and $name", async ({ one, calls, code }) => {
  env.faults.inject({ verb: "get", plural: "clusters", name: "two" }, { reason: "Forbidden" });
  const { text } = await planOf({ two: "of two", one: one === "" ? (uids["one"] ?? "") : one });
  env.faults.clear();
  expect(text).toContain(`${code}: `);
  expect(text.match(/compared (\d+) answers/)?.[1]).toBe(calls?.toString());
});

test("a Cluster without a UID on the tape is not looked up", async () => {
  expect((await planOf({ one: "" })).text).toContain("compared 2 answers with 2 templates; changed: 0;");
});

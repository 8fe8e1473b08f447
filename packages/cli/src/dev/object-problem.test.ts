// Where an object of a sample that the API server rejects is: its document, or the field that the server names.
import { coreCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import type { Diagnostic, KubeObject } from "@capstan/kube";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { notApplied } from "./object-problem.ts";
import { applySample, readSample } from "./sample.ts";

let env: EmbeddedEnv;
let client: Client;
let root: string;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  mkdirSync(join(root, "dev"));
  writeFileSync(join(root, "dev/a.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
});
afterEach(() => rmSync(root, { recursive: true }));

/** The problem of the first object that cannot be applied. */
async function problemOf(second: string): Promise<Diagnostic | undefined> {
  writeFileSync(join(root, "dev/b.yaml"), `# a sample\n---\n${second}`);
  const sample = await readSample({ root, file: undefined, cwd: root, env: {} });
  expect(sample.diagnostics).toEqual([]);
  let object: KubeObject | undefined;
  try {
    for (object of sample.objects) await applySample(client, [object]);
  } catch (error) {
    return notApplied(sample, object, error);
  }
  return undefined;
}

const cluster = "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: b\n";

test.each([
  ["a field that the kind does not have", `${cluster}spec:\n  paused: true\n  bogus: 1\n`, 9],
  ["a value of the wrong type", `${cluster}spec:\n  clusterNetwork:\n    serviceDomain: 7\n`, 9],
  ["a field that is missing", `${cluster}spec:\n  infrastructureRef:\n    kind: Foo\n`, 8],
  [
    "a field in a list",
    `${cluster}spec:\n  availabilityGates:\n  - conditionType: A\n  - conditionType: B\n    polarity: Wrong\n`,
    11,
  ],
  ["a kind that is not served", "apiVersion: a.b/v1\nkind: Foo\nmetadata:\n  name: a\n", 3],
])("%s is at its line", async (_, document, line) => {
  const file = join(root, "dev/b.yaml");
  const problem = await problemOf(document);
  expect(problem).toMatchObject({ code: "dev/not-applied", position: { file, line } });
  expect(problem?.message).toMatch(/^dev\/a\.yaml, dev\/b\.yaml was not applied: /);
});

test("what is no fault of an object has no place", async () => {
  const sample = await readSample({ root, file: undefined, cwd: root, env: {} });
  const { message, position } = notApplied(sample, undefined, new Error("no answer"));
  expect([message, position]).toEqual(["dev/a.yaml was not applied: no answer", undefined]);
});

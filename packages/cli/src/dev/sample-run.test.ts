// Saves of a sample in a run of dev: when the server does not answer, and of an only file that is removed and put back.
import { Cluster } from "@capstan/api/core/v1beta2";
import { coreCrds } from "@capstan/api/crds";
import { createClient } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { projectPlace } from "../project/foreign-project.ts";
import { DevReport } from "./dev-report.ts";
import { SampleRun } from "./sample-run.ts";

/** The sample of a project, and the lines that are printed of it. */
function sampleRun(root: string, file?: string): { readonly run: SampleRun; readonly lines: string[] } {
  const lines: string[] = [];
  const out = (text: string): void => void lines.push(text.trim());
  const terminal = { cwd: root, env: {}, interactive: false, signal: new AbortController().signal, out, err: out };
  const report = new DevReport({ terminal, format: "pretty", once: false });
  return { run: new SampleRun({ place: projectPlace(root, root), terminal, apply: { file }, report }), lines };
}

test("a save while the server fails is a problem that is shown, and the next save is applied", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const root = mkdtempSync(join(tmpdir(), "capstan-sample-run-"));
  mkdirSync(join(root, "dev"));
  const file = join(root, "dev/a.yaml");
  const write = (paused: boolean): void =>
    writeFileSync(
      file,
      `apiVersion: ${Cluster.apiVersion}\nkind: Cluster\nmetadata: { name: a, namespace: default }\nspec: { paused: ${paused} }\n`,
    );
  let printed = "";
  const print = (part: string): void => void (printed += part);
  const { signal } = new AbortController();
  const terminal = { cwd: root, env: {}, interactive: false, signal, out: print, err: print };
  const report = new DevReport({ terminal, format: "pretty", once: false });
  const run = new SampleRun({ place: { root, trusted: undefined }, terminal, report });
  try {
    write(true);
    await run.apply(client);
    const find = vi.spyOn(client, "find").mockRejectedValueOnce(new Error("conversion webhook failed"));
    write(false);
    await run.saved([file], client);
    expect(find).toHaveBeenCalled();
    expect(printed).toContain("conversion webhook failed");
    await run.saved([file], client);
    expect((await client.get(Cluster, { namespace: "default", name: "a" })).spec.paused).toBe(false);
  } finally {
    client.close();
    rmSync(root, { recursive: true });
  }
});

const key = { namespace: "default", name: "a" };
const content = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { size: large }\n";

test.each([
  ["of the project", undefined],
  ["that --apply names", join("dev", "a.yaml")],
])("a file %s that was removed is applied again once it is back", async (_, named) => {
  const root = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  mkdirSync(join(root, "dev"));
  const file = join(root, "dev", "a.yaml");
  await using env = await startTestEnv({ backend: "embedded" });
  const client = createClient(env.credentials);
  const { run, lines } = sampleRun(root, named);
  writeFileSync(file, content);
  await run.apply(client);
  await client.delete(ConfigMap, key);
  // What was deleted does not come back with a save that changes nothing.
  await run.saved([file], client);
  expect(await client.find(ConfigMap, key)).toBeUndefined();
  rmSync(file);
  await run.saved([file], client);
  writeFileSync(file, content);
  lines.splice(0);
  await run.saved([file], client);
  expect(lines).toEqual([`applying what has changed in ${join("dev", "a.yaml")}`, "created ConfigMap default/a"]);
  expect((await client.find(ConfigMap, key))?.data).toEqual({ size: "large" });
  client.close();
  rmSync(root, { recursive: true });
});

test("the template is not applied because the last file of the folder was removed, until somebody wants that", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  for (const folder of ["dev", "templates"]) mkdirSync(join(root, folder));
  const file = join(root, "dev", "a.yaml");
  const template = join(root, "templates", "cluster-template.yaml");
  await using env = await startTestEnv({ backend: "embedded" });
  const client = createClient(env.credentials);
  const { run, lines } = sampleRun(root);
  writeFileSync(template, content.replace("name: a", "name: ${CLUSTER_NAME}"));
  writeFileSync(file, content);
  await run.apply(client);
  rmSync(file);
  lines.splice(0);
  await run.saved([file], client);
  await run.saved([template], client);
  const line = "the sample is templates/cluster-template.yaml now: the key a, or a new start with --apply, applies it";
  expect(lines.splice(0)).toEqual([line]);
  writeFileSync(file, content);
  await run.saved([file], client);
  expect(lines.splice(0)).toEqual([
    `applying what has changed in ${join("dev", "a.yaml")}`,
    "applied ConfigMap default/a",
  ]);
  rmSync(file);
  await run.saved([file], client);
  expect(lines.splice(0)).toEqual([line]);
  await run.apply(client);
  expect(lines.splice(0)).toEqual(["applying templates/cluster-template.yaml", "created ConfigMap default/dev"]);
  writeFileSync(template, content.replace("name: a", "name: b"));
  await run.saved([template], client);
  expect(lines).toContain("created ConfigMap default/b");
  client.close();
  rmSync(root, { recursive: true });
});

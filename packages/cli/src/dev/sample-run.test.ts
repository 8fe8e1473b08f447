// Saves of a sample in a run of dev, when the server does not answer.
import { Cluster } from "@capstan/api/core/v1beta2";
import { coreCrds } from "@capstan/api/crds";
import { createClient } from "@capstan/client";
import { startTestEnv } from "@capstan/testenv";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { DevReport } from "./dev-report.ts";
import { SampleRun } from "./sample-run.ts";

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

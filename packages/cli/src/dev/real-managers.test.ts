// The folder that `--managers` names: what is missing in it is known before anything is started.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startWithManagers } from "./real-managers.ts";

test("every file that is missing is named, and how to get it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-managers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ["cluster-api-manager", "core-components.yaml", "bootstrap-components.yaml"])
    writeFileSync(join(folder, file), "");
  const lines: string[] = [];
  const started = startWithManagers({ folder }, { note: (line) => lines.push(line) });
  await expect(started).rejects.toMatchObject({
    code: "dev/no-managers",
    message: `${folder} lacks kubeadm-bootstrap-manager, kubeadm-control-plane-manager, control-plane-components.yaml`,
    help: expect.stringContaining("docker cp <container>:/manager"),
  });
  expect(lines).toEqual([]);
});

// Which folders of other control planes a start removes.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTemporaryFolder } from "./temporary-folder.ts";

test("the folder of a process that has ended is removed, and no other", () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-left-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  vi.stubEnv("TMPDIR", root);
  onTestFinished(() => void vi.unstubAllEnvs());
  const own = openTemporaryFolder();
  const owner: { readonly pid: number; readonly space: string } = JSON.parse(
    readFileSync(join(own, "owner.json"), "utf8"),
  );
  expect(owner.pid).toBe(process.pid);
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  const put = (name: string, content: string): string => {
    const folder = join(root, name);
    mkdirSync(join(folder, "etcd"), { recursive: true });
    writeFileSync(join(folder, "owner.json"), content);
    return folder;
  };
  const abandoned = put("capstan-testenv-a", JSON.stringify({ ...owner, pid: ended }));
  const kept = [
    own,
    put("capstan-testenv-b", JSON.stringify({ ...owner, pid: ended, space: "another" })),
    put("capstan-testenv-c", "{"),
    put("capstan-testenv-d", JSON.stringify({ space: owner.space })),
    put("other", JSON.stringify({ ...owner, pid: ended })),
  ];
  symlinkSync(put("target", JSON.stringify({ ...owner, pid: ended })), join(root, "capstan-testenv-e"));
  kept.push(openTemporaryFolder(), join(root, "target"));
  expect(existsSync(abandoned)).toBe(false);
  expect(kept.filter((folder) => !existsSync(folder))).toEqual([]);
});

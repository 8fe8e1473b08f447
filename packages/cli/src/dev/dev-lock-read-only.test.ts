// The lock of `capstan dev` in a project that cannot be written: Node then reports, for folders in folders, that the upper one does not exist.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { lockDev } from "./dev-lock.ts";

vi.mock(import("node:fs"), async (original) => {
  const mkdirSync = (path: unknown, options?: unknown): never => {
    const code = JSON.stringify(options).includes("recursive") ? "ENOENT" : "EROFS";
    throw Object.assign(new Error(`${code}: it failed, mkdir '${String(path)}'`), { code });
  };
  return { ...(await original()), mkdirSync };
});

test("a project in which no folder can be made is named, with the reason", () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-lock-"));
  expect(() => lockDev({ root, trusted: undefined })).toThrow(
    `the folder ${root} cannot be written: EROFS: it failed, mkdir '${root}/.capstan'`,
  );
  rmSync(root, { recursive: true });
});

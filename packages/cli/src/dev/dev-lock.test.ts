// The lock of `capstan dev`: what is in its place and is no lock of a process is an error that names it.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lockDev, runningDev } from "./dev-lock.ts";

let root: string;
let lock: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-lock-")));
  lock = join(root, ".capstan/dev/lock");
  mkdirSync(dirname(lock), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

test.each([
  { name: "a folder", put: () => mkdirSync(lock), problem: "is not a file" },
  { name: "a link to nothing", put: () => symlinkSync("nowhere", lock), problem: "lock" },
])("$name in the place of the lock is an error that names it", ({ put, problem }) => {
  put();
  expect(() => lockDev({ root, trusted: undefined })).toThrow(problem);
  expect(() => lockDev({ root, trusted: undefined })).toThrow(lock);
  expect(readdirSync(dirname(lock))).toEqual(["lock"]);
});

test("a lock without a process is taken over, and one that is held is not", () => {
  writeFileSync(lock, "{");
  const held = lockDev({ root, trusted: undefined });
  expect(() => lockDev({ root, trusted: undefined })).toThrow("capstan dev already runs");
  held.release();
  expect(existsSync(lock)).toBe(false);
});

test.each(["999999999", ""])(
  "a lock whose number a process of another user has got is taken over, started at %j",
  (started) => {
    writeFileSync(lock, JSON.stringify({ pid: 1, started }), { mode: 0o600 });
    writeFileSync(join(dirname(lock), "kubeconfig"), "", { mode: 0o600 });
    const kill = vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
    });
    try {
      expect(runningDev(root)).toBeUndefined();
      const held = lockDev({ root, trusted: undefined });
      held.release();
      expect(existsSync(lock)).toBe(false);
    } finally {
      kill.mockRestore();
    }
  },
);

// What strace printed, as files of the repository.
import { join } from "node:path";
import { root } from "@capstan/repo";
import { expect, test } from "vitest";
import { readFiles } from "./trace.ts";

test("files that were opened for reading, below the root or in ../shared, each once and sorted", () => {
  const calls = [
    `100 openat(AT_FDCWD, "${join(root, "packages/kube/src/values/time.ts")}", O_RDONLY|O_CLOEXEC) = 3`,
    `101 openat(AT_FDCWD, "${join(root, "packages/kube/src/values/time.ts")}", O_RDONLY) = 3`,
    `101 open("tsconfig.json", O_RDONLY) = 4`,
    `101 openat(AT_FDCWD, "${join(root, "packages/kube/dist/index.js")}", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 5`,
    `101 openat(AT_FDCWD, "${join(root, "packages")}", O_RDONLY|O_DIRECTORY) = 6`,
    `101 openat(AT_FDCWD, "${join(root, "../shared/corpus/a.yaml")}", O_RDONLY) = 7`,
    `101 openat(AT_FDCWD, "/etc/hosts", O_RDONLY) = 8`,
    `101 execve("/bin/sh", ["sh"], 0x7ffc /* 20 vars */) = 0`,
  ].join("\n");
  expect(readFiles(calls, join(root, "packages/kube"))).toEqual([
    "../shared/corpus/a.yaml",
    "packages/kube/src/values/time.ts",
    "packages/kube/tsconfig.json",
  ]);
});

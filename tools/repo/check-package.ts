// `node check-package.ts`, in the folder of a published package: packs it and has publint and attw check the tarball.
// The script `package:check` of each package; turbo keeps its result until the tarball's content changes.
import { relative } from "node:path";
import { describeError } from "@capstan/kube";
import { checkPackage } from "./packages.ts";
import { root } from "./run-command.ts";

try {
  await checkPackage(relative(root, process.cwd()));
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}

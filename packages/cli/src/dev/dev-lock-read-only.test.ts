// The lock of `capstan dev` in a project that cannot be written: Node then reports, for folders in folders, that the upper one does not exist.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { lockDev } from "./dev-lock.ts";

/** A folder of the kernel, in which nobody can make another, whatever the rights of the user. */
const root = "/sys";

test.skipIf(!existsSync(root))("a project in which no folder can be made is named, with the reason", () => {
  expect(() => lockDev({ root, trusted: undefined })).toThrow(
    /^the folder \/sys cannot be written: (?:EACCES|EPERM|EROFS): .*, mkdir '\/sys\/\.capstan'$/,
  );
});

// What a user who has the old file open sees of the new one.
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { secretFolder, writeSecretFile } from "./secret-file.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "capstan-secret-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const writers = [
  { name: "writeSecretFile", write: (content: string) => writeSecretFile(join(folder, "key"), content) },
  { name: "the writer of a folder of secrets", write: (content: string) => secretFolder(folder)("key", content) },
];
for (const { name, write } of writers) {
  test(`${name}: who opened the file before it was written again has the old content`, () => {
    write("old");
    const opened = openSync(join(folder, "key"), "r+");
    write("new");
    expect(readFileSync(opened, "utf8")).toBe("old");
    writeFileSync(opened, "theirs");
    closeSync(opened);
    expect(readFileSync(join(folder, "key"), "utf8")).toBe("new");
  });
}

test("the file is for this user alone, also where one with another mode was there, and nothing is left beside it", () => {
  writeFileSync(join(folder, "key"), "old");
  chmodSync(join(folder, "key"), 0o666);
  writeSecretFile(join(folder, "key"), Buffer.from("new"));
  expect(lstatSync(join(folder, "key")).mode & 0o777).toBe(0o600);
  mkdirSync(join(folder, "taken"));
  expect(() => writeSecretFile(join(folder, "taken"), "new")).toThrow("EISDIR");
  expect(readdirSync(folder)).toEqual(["key", "taken"]);
});

// A call that could not be recorded is recorded when it comes again.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hookCatalog } from "@capstan/api/catalog";
import { silentLogger } from "@capstan/process";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { HookResponse } from "../answering/to-response.ts";
import { TapeRecorder } from "./call-recorder.ts";
import { readTape } from "./read-tape.ts";
import { headerOf, TapeFile } from "./tape-file.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-repeated-"));
  file = join(folder, "calls.tape");
});
afterEach(() => rmSync(folder, { recursive: true }));

const names = { variables: new Set<string>(), settings: new Set<string>() };
const handler = { name: "one", hook: hookCatalog.GeneratePatches };
const response: HookResponse = { apiVersion: "v1", kind: "GeneratePatchesResponse", status: "Success" };

test("a request whose repetition without its secrets failed is tried again, and then written once", async () => {
  let asked = 0;
  const recorder = await TapeRecorder.begin(
    { name: "", clusterApi: "", names },
    { file, log: silentLogger },
    async () => {
      asked += 1;
      if (asked === 1) throw new Error("it was busy");
      return Promise.resolve(response);
    },
  );
  for (let time = 0; time < 3; time += 1)
    recorder.begin(handler, { variables: [{ name: "token", value: "abc" }] })?.(response);
  await recorder.close();
  expect(asked).toBe(2);
  expect(readTape({ file, text: readFileSync(file, "utf8") }).calls).toHaveLength(1);
});

test("a tape says that there is no place for a line", async () => {
  const place = { file, log: silentLogger, limits: { waitingBytes: 1 } };
  const tape = await TapeFile.begin(headerOf({ name: "", clusterApi: "" }, names), place);
  expect([tape.add({ a: 1 }), tape.add({ a: 2 })]).toEqual([true, false]);
  await tape.close();
  expect(tape.added).toBe(1);
});

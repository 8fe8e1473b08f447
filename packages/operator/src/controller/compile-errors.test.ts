// Calls that must not compile, with the message that an author reads. An error without a comment in testdata/errors/cases.ts fails, and so does a comment without an error.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { silentLogger } from "@capstan/process";
import { createManager } from "../manager/manager.ts";
import { operatorErrors } from "../operator-errors.ts";
import { declareController, untypedClient } from "./declare-controller.ts";
import { FakeApi } from "../../test/fake-api.ts";

const Foo: Resource<KubeObject<"example.com/v1", "Foo">> = resourceOf("example.com/v1", "Foo");
const folder = join(import.meta.dirname, "../../testdata/errors");

/** What the compiler prints of the cases, without columns and numbers of errors. */
async function printed(): Promise<readonly string[]> {
  const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "..", "bin", "tsc");
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder }, (_, out) => resolve(out));
  return (await promise)
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/,\d+\): error TS\d+/, ")"));
}

test("a call that a controller does not declare is a compile error that says what to add", async () => {
  const lines = readFileSync(join(folder, "cases.ts"), "utf8").split("\n");
  const announced = lines.flatMap((line, index) => {
    const [, text] = line.split("// error: ");
    return text === undefined ? [] : [`cases.ts(${index + 2}): ${text}`];
  });
  expect(announced.length).toBeGreaterThan(5);
  expect(await printed()).toEqual(announced);
});

test("the code of these messages has a page", () => {
  expect(operatorErrors).toHaveProperty(["operator/undeclared-call"]);
});

test("nothing but types changes", async () => {
  const api = new FakeApi();
  api.put(Foo, { apiVersion: "example.com/v1", kind: "Foo", metadata: { namespace: "n", name: "a" } });
  const stop = new AbortController();
  const seen: unknown[] = [];
  const manager = createManager({ client: api.client, log: silentLogger });
  const controller = declareController({
    name: "a",
    for: Foo,
    async reconcile(key, { client }) {
      seen.push(key.name, await untypedClient(client).get(Foo, key));
      stop.abort();
    },
  });
  manager.addController(controller);
  await manager.run(stop.signal);
  expect(seen).toEqual(["a", expect.objectContaining({ kind: "Foo" })]);
});

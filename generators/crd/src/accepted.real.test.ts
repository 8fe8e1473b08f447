// The real API server accepts every CRD of the golden cases, CEL rules and all: what our own checks let pass, it lets pass.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { parseYaml } from "@capstan/schema/yaml";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";

const testdata = fileURLToPath(new URL("../testdata/", import.meta.url));
const files = globSync("*/want/*.yaml", { cwd: testdata }).toSorted();

let env: TestEnv;
beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest" });
});
afterAll(() => env.stop());

test("there are CRDs to try", () => {
  expect(files.length).toBeGreaterThan(10);
});

test.each(files)("%s", async (file) => {
  const [document] = parseYaml(readFileSync(`${testdata}${file}`, "utf8")).documents;
  await expect(env.applyCrds([document?.value as CustomResourceDefinition])).resolves.toBeUndefined();
});

// The sample of annotations.md is generated from, so that the page shows nothing the generator rejects.
import { readFileSync } from "node:fs";
import { crdObjects } from "@capstan/generator-crd";
import { readModel } from "@capstan/generator-model";
import { samplesOf } from "@capstan/repo";
import { expect, it } from "vitest";

it("shows an API that the generator takes without a word", () => {
  const page = readFileSync(new URL("../annotations.md", import.meta.url), "utf8");
  const sources = Object.fromEntries(samplesOf("annotations.md", page).map(({ path, text }) => [path, text]));
  const { model, diagnostics } = readModel({ root: import.meta.dirname, files: Object.keys(sources), sources });
  const made = crdObjects(model);
  expect([...diagnostics, ...made.diagnostics]).toEqual([]);
  expect(made.crds.map(({ metadata }) => metadata.name)).toEqual(["buckets.storage.example.com"]);
});

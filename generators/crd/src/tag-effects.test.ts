// Every tag of the scheme has a golden case, in which it matters: without the tag, other CRDs would come out.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readModel, tagTable, type TypeModel } from "@capstan/generator-model";
import { hasErrors } from "@capstan/kube";
import { expect, test } from "vitest";
import { crdObjects } from "./emit-crds.ts";

const testdata = fileURLToPath(new URL("../testdata/", import.meta.url));

interface Case {
  readonly root: string;
  readonly model: TypeModel;
}

const cases: readonly Case[] = readdirSync(testdata).flatMap((name) => {
  const root = join(testdata, name);
  const { model, diagnostics } = readModel({ root, files: ["types.ts"] });
  return hasErrors(diagnostics) ? [] : [{ root, model }];
});

/** Tags that do not change a CRD, and the test that shows what they do. */
const elsewhere: Readonly<Record<string, string>> = { component: "generators/hooks/src/component-names.test.ts" };

const tags = Object.entries(tagTable).filter(([tag]) => !Object.hasOwn(elsewhere, tag));

test.each(tags)("@%s changes the CRDs of a golden case", (tag, { place }) => {
  const without = place === "alias" ? readWithout : modelWithout;
  expect(cases.some((each) => made(each.model) !== made(without(each, tag)))).toBe(true);
});

function made(model: TypeModel | undefined): string {
  return model === undefined ? "" : JSON.stringify(crdObjects(model));
}

/** The model as it would be if nobody had written the tag. */
function modelWithout({ model }: Case, tag: string): TypeModel {
  return JSON.parse(JSON.stringify(model), (key, value: unknown) =>
    key === "tags" && Array.isArray(value)
      ? value.filter((each: unknown) => (each as { readonly name?: string }).name !== tag)
      : value,
  ) as TypeModel;
}

/** The same for a tag that the reader follows: it is removed from the source; undefined when that cannot be read. */
function readWithout({ root }: Case, tag: string): TypeModel | undefined {
  const text = readFileSync(join(root, "types.ts"), "utf8");
  const sources = { "types.ts": text.replaceAll(`@${tag}`, "") };
  const { model, diagnostics } = readModel({ root, files: ["types.ts"], sources });
  return hasErrors(diagnostics) ? undefined : model;
}

// What rejects a source here is what rejects it in `capstan generate`: errors of the CRDs, too.
import { expect, test } from "vitest";
import { emitSource } from "./emitted.ts";
import { errorsOf } from "./pairs/accepted.ts";
import { sourceOf } from "./pairs/pair-source.ts";

const same = { older: "spec?: { a?: string }", newer: "spec?: { a?: string }", rules: "older: {}" };
const differing = { ...same, newer: "spec?: { b?: string }" };
const withoutStorage = (source: string): string => source.replace(", storage: true", "");

test.each([
  { name: "nothing", source: sourceOf(same), codes: [] },
  { name: "the conversion", source: sourceOf(differing), codes: ["conversion/not-covered", "conversion/not-covered"] },
  { name: "the CRD", source: withoutStorage(sourceOf(same)), codes: ["crd/storage-version"] },
  {
    name: "both",
    source: withoutStorage(sourceOf(differing)),
    codes: ["crd/storage-version", "conversion/not-covered", "conversion/not-covered"],
  },
])("rejected by $name", ({ source, codes }) => {
  expect(errorsOf(emitSource(source)).map(({ code }) => code)).toEqual(codes);
});

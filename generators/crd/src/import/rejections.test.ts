// What of a CRD stops its import, without the YAML around it.
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { crdOfKind } from "../testing.ts";
import { rejections } from "./rejections.ts";

/** A CRD of one version with columns of these titles. */
function withColumns(titles: readonly string[]): CustomResourceDefinition {
  const crd = crdOfKind("Foo");
  const additionalPrinterColumns = titles.map((name) => ({ name, type: "string", jsonPath: ".metadata.name" }));
  return {
    ...crd,
    spec: { ...crd.spec, versions: crd.spec.versions.map((version) => ({ ...version, additionalPrinterColumns })) },
  };
}

function reasons(crd: CustomResourceDefinition): string[] {
  return rejections(crd, () => ({ file: "foo.yaml" })).map(({ message }) => message);
}

describe("columns", () => {
  test("the first repeated title is named", () => {
    expect(reasons(withColumns(["A", "B", "C", "B", "A"]))).toEqual(['two columns are titled "B"']);
  });

  test("100,000 titles take no longer than their number", () => {
    const crd = withColumns(Array.from({ length: 100_000 }, (_, i) => `column ${i}`));
    const from = process.threadCpuUsage().user;
    expect(reasons(crd)).toEqual([]);
    expect(process.threadCpuUsage().user - from).toBeLessThan(1_000_000);
  });
});

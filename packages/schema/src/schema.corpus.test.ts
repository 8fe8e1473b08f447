// Real providers' CRDs, when the corpus lies beside the repository: read and written again they are byte-equal, and the
// check accepts every one, since an API server did.
import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { checkCrd } from "./structural/index.ts";
import { emitYamlDocuments, parseYaml } from "./yaml/index.ts";

const corpus = fileURLToPath(new URL("../../../../shared/corpus/crds", import.meta.url));
const present = existsSync(corpus);

/** Files that a hand edited after controller-gen: fields stand out of order. */
const notGenerated =
  /^oracle__cluster-api-provider-oci\/infrastructure\.cluster\.x-k8s\.io_oci(?:cluster|clustertemplate|machine|machinetemplate|managedcluster|managedclustertemplate)s\.yaml$/;

describe.skipIf(!present)("the corpus", () => {
  const files = present ? globSync("*/*.yaml", { cwd: corpus }).toSorted() : [];
  const parsed = files.map((file) => {
    const text = readFileSync(`${corpus}/${file}`, "utf8");
    return { file, text, ...parseYaml(text, { file }) };
  });

  test("is read without a finding", () => {
    expect(parsed.flatMap(({ diagnostics }) => diagnostics.map(formatDiagnostic))).toEqual([]);
  });

  test("is written back byte by byte", ({ task }) => {
    const other = parsed.filter(
      ({ text, documents }) => emitYamlDocuments(documents.map(({ value }) => value)) !== text,
    );
    task.meta.note = `${files.length - other.length} of ${files.length} CRD files are byte-equal after reading and writing`;
    expect(other.map(({ file }) => file).filter((file) => !notGenerated.test(file))).toEqual([]);
  });

  test("is accepted", () => {
    const findings = parsed.flatMap(({ documents }) =>
      documents.flatMap(({ value, positionOf }) => checkCrd(value, { positionOf })),
    );
    expect(findings.map(formatDiagnostic)).toEqual([]);
  });
});

// Release files of real providers, if the corpus is beside the repository. All of them are in use, so nothing in them may be
// rejected, and the diagnostics about templates are the failures that clusterctl showed.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { checkVariables } from "./envsubst/check-variables.ts";
import { escapeVariables, substitute } from "./envsubst/substitute.ts";
import { dropLegacySpaces } from "./envsubst/legacy-spaces.ts";
import { checkReleaseTemplates } from "./release/templates.ts";

const corpus = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url));
const present = existsSync(corpus);

describe.skipIf(!present)("the corpus", () => {
  const files = present ? globSync(["templates/**/*.yaml", "components/*.yaml"], { cwd: corpus }).toSorted() : [];
  const read = files.map((file) => ({ file, text: readFileSync(`${corpus}/${file}`, "utf8") }));

  test("holds no variable that is rejected", () => {
    const rejected = read
      .flatMap(({ file, text }) => checkVariables(text, file))
      .filter(({ severity }) => severity === "error");
    expect([files.length > 100, rejected.map(formatDiagnostic)]).toEqual([true, []]);
  });

  test("survives an escape and its substitution", () => {
    const changed = read.filter(
      ({ text }) => substitute(escapeVariables(text), {}).text !== dropLegacySpaces(text).text,
    );
    expect(changed.map(({ file }) => file)).toEqual([]);
  });

  test("is YAML once variables have values", () => {
    const templates = read.filter(({ file }) => /\/cluster-template[^/]*$/.test(file));
    const found = templates.flatMap(({ file, text }) =>
      checkReleaseTemplates([{ path: basename(file), content: text }]),
    );
    expect(found.filter(({ code }) => code.startsWith("yaml/")).map(formatDiagnostic)).toEqual([]);
  });
});

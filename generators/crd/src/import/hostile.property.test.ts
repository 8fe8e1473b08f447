// Property test: a hostile string in any position of a CRD stays a string. TypeScript's own parser and the yaml package read what was written.
// `pnpm run attack` runs 10,000.
import { fileURLToPath } from "node:url";
import { commentsInside, directiveStrings, runsOf, toolsMisledBy } from "@capstan/generator-model/testing";
import { formatDiagnostic } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import fc from "fast-check";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { crdOfKind, hostileStrings, isOddNumber, stringPositions } from "../testing.ts";
import { importCrd } from "./import-crd.ts";
import { roundTrip } from "./round-trip.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const pieces = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostileStrings) }, fc.string({ unit: "binary" }));
const text = fc
  .oneof(
    { weight: 3, arbitrary: pieces },
    fc.array(pieces, { maxLength: 4 }).map((parts) => parts.join("")),
  )
  .filter((string) => !isOddNumber(string));
const place = fc.constantFrom(...Object.keys(stringPositions));

/** The kinds of a file's statements, equal neighbors once. */
function statementsOf(content: string): string[] {
  const { statements } = ts.createSourceFile("foo.ts", content, ts.ScriptTarget.Latest, true);
  const names = statements.map(({ kind }) =>
    kind === ts.SyntaxKind.TypeAliasDeclaration ? "InterfaceDeclaration" : ts.SyntaxKind[kind],
  );
  return names.filter((name, i) => name !== "InterfaceDeclaration" || names[i - 1] !== name);
}

function syntaxErrorsOf(content: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(content, { reportDiagnostics: true, fileName: "foo.ts" });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** What a CRD says: without the note of the tool that wrote it. */
function said(crd: CustomResourceDefinition): unknown {
  const { annotations = {}, ...metadata } = crd.metadata;
  const own = Object.entries(annotations).filter(([name]) => name !== "controller-gen.kubebuilder.io/version");
  const [{ additionalPrinterColumns: columns, ...version } = { name: "" }] = crd.spec.versions;
  return { ...crd, metadata, annotations: own, spec: { ...crd.spec, versions: [version] }, columns };
}

function check(position: string, string: string): "accepted" | "rejected" {
  const crd = crdOfKind("Foo");
  stringPositions[position]?.(crd, string);
  const source = JSON.stringify(crd);
  const { files, diagnostics } = importCrd(source, { file: "foo.yaml" });
  for (const { code } of diagnostics) expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
  const [file] = files;
  if (file === undefined) return "rejected";
  expect(file.path).toMatch(/^src\/api\/[a-z0-9-]+\/[a-z0-9-]+\.ts$/);
  expect(syntaxErrorsOf(file.content)).toEqual([]);
  expect([...toolsMisledBy(file.content), ...commentsInside(file.content)]).toEqual([]);
  expect(statementsOf(file.content)).toEqual([
    "ImportDeclaration",
    "ImportDeclaration",
    "InterfaceDeclaration",
    "FirstStatement",
  ]);
  const trip = roundTrip(source, { file: "foo.yaml", root });
  if (trip.outcome !== "imported") throw new Error(trip.diagnostics.map(formatDiagnostic).join("\n"));
  // The package's type of a parsed document is any.
  const generated = parse(trip.generated, { version: "1.1", merge: false }) as CustomResourceDefinition;
  // A column without a field is left out, with a warning.
  const leftOut = diagnostics.some((diagnostic) => diagnostic.code === "crd/import-column")
    ? { columns: undefined }
    : {};
  expect({ ...Object(said(generated)), ...leftOut }).toEqual({ ...Object(said(crd)), ...leftOut });
  return "accepted";
}

test("a hostile string in any position stays a string, or the CRD is rejected", () => {
  const property = fc.property(place, text, (position, string) => void check(position, string));
  expect(() => fc.assert(property, { numRuns: runsOf(400) })).not.toThrow();
});

test("more than half of the positions accept strings that break out of comments and literals", () => {
  const others = hostileStrings.filter((string) => !directiveStrings.includes(string));
  const breaking = others.filter((string) => /\*\/|["\n\u2028]/.test(string));
  const places = Object.keys(stringPositions);
  const accepting = places.filter((position) => breaking.every((string) => check(position, string) === "accepted"));
  expect(accepting.length / places.length).toBeGreaterThan(0.5);
});

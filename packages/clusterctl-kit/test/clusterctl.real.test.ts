// The real clusterctl, asked about our variables and our releases: it must say what we say.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseYaml } from "@capstan/schema/yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, clusterctlConfigYaml, localLayout, substitute, type BundleInput } from "../src/index.ts";
import { clusterctl } from "./clusterctl.ts";
import { rejections, vectors } from "./envsubst-vectors.ts";
import { extensionInput, providerInput } from "./sample-inputs.ts";

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "capstan-clusterctl-"));
});
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

/** clusterctl reads and writes objects: the text travels as a field of one. */
function inField(text: string): string {
  return `apiVersion: v1\nkind: Text\nvalue: |2-\n${text.replaceAll(/^/gm, "  ")}\n`;
}

function generateYaml(input: string, env: Readonly<Record<string, string | undefined>>): ReturnType<typeof clusterctl> {
  const file = join(work, "input.yaml");
  writeFileSync(file, inField(input));
  return clusterctl(["generate", "yaml", "--from", file], env);
}

/** A file that ends at a NUL character is an object no more. */
const readable = vectors.filter(({ input }) => !input.includes("\0"));

describe("variables", () => {
  test.each(readable.filter(({ missing }) => missing === undefined))(
    "$input with $env",
    ({ input, env = {}, want }) => {
      const { code, stdout } = generateYaml(input, env);
      expect([code, parseYaml(stdout).documents[0]?.value]).toEqual([
        0,
        { apiVersion: "v1", kind: "Text", value: want },
      ]);
    },
  );

  test.each(readable.filter(({ missing }) => missing !== undefined))(
    "$input lacks $missing",
    ({ input, env, missing = [] }) => {
      expect(generateYaml(input, env ?? {}).stderr).toContain(`value for variables [${missing.join(", ")}] is not set`);
    },
  );

  test.each(rejections)("%s is rejected", (input) => {
    expect(generateYaml(input, { A: "abc" }).code).toBe(1);
  });
});

function publish(name: string, input: BundleInput): string {
  const root = join(work, name);
  const { files } = bundle(input);
  for (const { path, content } of localLayout(files, input)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const file = join(root, "clusterctl.yaml");
  writeFileSync(file, clusterctlConfigYaml(input.config, { local: root }, input.version));
  return file;
}

function objectsIn(yaml: string): string[] {
  return parseYaml(yaml)
    .documents.map(
      ({ value }) =>
        value as { readonly kind: string; readonly metadata: { readonly name: string; readonly namespace?: string } },
    )
    .map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`)
    .toSorted();
}

describe("releases", () => {
  const cases: readonly (readonly [string, BundleInput, string])[] = [
    ["provider", providerInput, "--infrastructure=foo"],
    ["provider-v1beta1", { ...providerInput, contract: "v1beta1" }, "--infrastructure=foo"],
    ["extension", extensionInput, "--runtime-extension=gate"],
  ];

  test.each(cases)("clusterctl reads the components of a %s as we wrote them", (name, input, flag) => {
    const { code, stdout, stderr } = clusterctl([
      "generate",
      "provider",
      "--config",
      publish(name, input),
      `${flag}:${input.version}`,
    ]);
    expect([code, stderr]).toEqual([0, ""]);
    const components = bundle(input).files[0]?.content ?? "";
    expect(objectsIn(stdout)).toEqual(objectsIn(substitute(components, {}).text));
  });

  test("clusterctl lists the variables that we list", () => {
    const { stdout } = clusterctl([
      "generate",
      "provider",
      "--config",
      publish("variables", providerInput),
      "--infrastructure=foo:v0.2.0",
      "--describe",
    ]);
    expect([...stdout.matchAll(/^ {2}- ([A-Z_]+)$/gm)].map(([, variable]) => variable)).toEqual([
      "CAPI_DIAGNOSTICS_ADDRESS",
      "CAPI_INSECURE_DIAGNOSTICS",
      "FOO_CONCURRENCY",
      "FOO_REGION",
    ]);
  });
});

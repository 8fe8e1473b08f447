// The real clusterctl, asked about our variables and our releases: it must say what we say.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { emitYaml, parseYaml } from "@capstan/schema/yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bundle,
  bundleTogether,
  clusterctlConfigYaml,
  localLayout,
  substitute,
  type BundleInput,
  type ReleaseFile,
} from "../src/index.ts";
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

function write(root: string, files: readonly ReleaseFile[]): void {
  for (const { path, content } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function publish(name: string, input: BundleInput): string {
  const root = join(work, name);
  const { files } = bundle(input);
  write(root, localLayout(files, input));
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

/** Whole numbers below a limit, the same in every run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}

function withDefault(value: Record<string, string>): readonly CustomResourceDefinition[] {
  const schema = { openAPIV3Schema: { type: "object", default: value } };
  return providerInput.crds.map((crd) => ({
    ...crd,
    spec: { ...crd.spec, versions: crd.spec.versions.map((version) => ({ ...version, schema })) },
  }));
}

function defaultOf({ spec }: CustomResourceDefinition): unknown {
  return spec.versions[0]?.schema?.openAPIV3Schema?.default;
}

function defaultsIn(yaml: string): unknown[] {
  const objects = parseYaml(yaml).documents.map(({ value }) => value as CustomResourceDefinition);
  return objects.filter(({ kind }) => kind === "CustomResourceDefinition").map(defaultOf);
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

  test("clusterctl reads each provider of one release, in its own folder and by the name of its file in the release", () => {
    const { config, description } = extensionInput;
    const hooks = (name: string): BundleInput => {
      const own = { ...config, name, namespace: `${name}-system`, releaseSeries: providerInput.config.releaseSeries };
      return { ...providerInput, templates: [], config: own, description: { ...description, name } };
    };
    const inputs = [providerInput, hooks("foo"), hooks("bar")];
    const { files, each } = bundleTogether(inputs);
    const configs = inputs.map((input) => input.config);
    const { version } = providerInput;
    for (const layout of ["alone", "joint"] as const) {
      const root = join(work, layout);
      const placed = inputs.flatMap((input, index) =>
        localLayout(layout === "alone" ? (each[index] ?? []) : files, { config: input.config, version }),
      );
      write(root, placed);
      const file = join(root, "clusterctl.yaml");
      const plain = clusterctlConfigYaml(configs, { local: root }, version);
      const barFile = "runtime-extension-bar-components.yaml";
      const named = plain.replace(/(runtime-extension-bar\/\S+\/)\S+/, (_, folder: string) => `${folder}${barFile}`);
      writeFileSync(file, layout === "alone" ? plain : named);
      const found = configs.map(({ type, name }) => {
        const args = ["generate", "provider", "--config", file, `--${type}=${name}:${version}`];
        const { code, stdout, stderr } = clusterctl(args);
        return [code, stderr, objectsIn(stdout).filter((object) => object.startsWith("Deployment "))];
      });
      expect(found).toEqual([
        [0, "", ["Deployment infrastructure-foo-system/infrastructure-foo-controller-manager"]],
        [0, "", ["Deployment foo-system/foo-controller-manager"]],
        [0, "", ["Deployment bar-system/bar-controller-manager"]],
      ]);
    }
  });

  test("CRDs come out of clusterctl as they were given, whatever their names and values are, or are rejected", () => {
    const random = seeded(11);
    const parts = [
      "${",
      "${",
      "A}",
      "A}",
      " ",
      "\n",
      "$",
      "{",
      "x",
      "x\u00A0",
      "${\u00A0A}",
      ":",
      "'",
      '"',
      "lorem ipsum ".repeat(5),
    ];
    const text = (): string => Array.from({ length: random(9) }, () => parts[random(parts.length)]).join("");
    const counts = { unchanged: 0, rejected: 0 };
    for (let i = 0; i < 60; i += 1) {
      const defaults = Object.fromEntries(Array.from({ length: 8 }, () => [text(), text()]));
      const given = { ...defaults, ends: "x${", description: text() };
      const crds = withDefault(i % 2 === 0 ? given : defaults);
      const { files, diagnostics } = bundle({ ...providerInput, crds });
      counts[diagnostics.length === 0 ? "unchanged" : "rejected"] += 1;
      expect(diagnostics.filter((each) => each.code !== "bundle/spaced-variable")).toEqual([]);
      if (diagnostics.length > 0) continue;
      const file = join(work, "components.yaml");
      writeFileSync(file, files[0]?.content ?? "");
      const { code, stdout, stderr } = clusterctl(["generate", "yaml", "--from", file], { A: "SECRET", _1: "SECRET" });
      expect([code, stderr]).toEqual([0, ""]);
      expect(defaultsIn(stdout)).toEqual(crds.map(defaultOf));
    }
    expect(Math.min(counts.unchanged, counts.rejected)).toBeGreaterThan(5);
  });

  test("clusterctl breaks a CRD that is rejected for the end of a value and the next name", () => {
    const crd = { apiVersion: "v1", kind: "CustomResourceDefinition", data: { a: "x$${", "b}c": "1" } };
    const file = join(work, "broken.yaml");
    writeFileSync(file, emitYaml(crd));
    expect(clusterctl(["generate", "yaml", "--from", file]).stdout).not.toContain("b}c: ");
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

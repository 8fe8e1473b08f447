// Compares documents/*.json with the OpenAPI documents that releases of Cluster API have of their hooks; `--write` replaces them.
// The release of each stands in upstream/releases and upstream/go.mod. Sentences are not copied: a mark stands for each description.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A release of Cluster API. */
interface Release {
  readonly name: string;
  /** The files of its Go module, without endings. */
  readonly module: string;
  /** Whether its catalog writes the document itself. */
  readonly catalog: boolean;
  /** The versions of core's kinds that its hooks have. */
  readonly core: readonly string[];
}

const releases: readonly Release[] = [
  { name: "v1.11", module: "releases/v1.11", catalog: true, core: ["v1beta1", "v1beta2"] },
  { name: "v1.12", module: "releases/v1.12", catalog: true, core: ["v1beta1", "v1beta2"] },
  { name: "v1.13", module: "releases/v1.13", catalog: true, core: ["v1beta2"] },
  { name: "v1.14", module: "go", catalog: false, core: ["v1beta2"] },
];

/** The generator of definitions, in the version that Cluster API's Makefile names. */
const generator = "k8s.io/kube-openapi/cmd/openapi-gen@v0.0.0-20250910181357-589584f1c912";

/** Kubernetes' packages of the types that hooks reach. */
const kubernetes = [
  "k8s.io/api/core/v1",
  "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
  "k8s.io/apimachinery/pkg/apis/meta/v1",
  "k8s.io/apimachinery/pkg/runtime",
  "k8s.io/apimachinery/pkg/util/intstr",
];
const cluster = "sigs.k8s.io/cluster-api";
const hooks = `${cluster}/api/runtime/hooks/v1alpha1`;

const write = process.argv.includes("--write");
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "hooks-openapi-"));

try {
  run("go", ["install", generator], { cwd: scratch, env: { GOBIN: scratch, GOFLAGS: process.env["GOFLAGS"] ?? "" } });
  const differing = releases.filter((release) => !derive(release));
  console.log(`${releases.length - differing.length} passed, ${differing.length} failed`);
  if (differing.length > 0) {
    console.error(`${differing.map(({ name }) => name).join(", ")}: not what Cluster API says; derive it with --write`);
    process.exitCode = 3;
  }
} finally {
  rmSync(scratch, { recursive: true });
}

/** Whether the committed document is right; it is after it was written. */
function derive(release: Release): boolean {
  const document = `${JSON.stringify(withoutSentences(documentOf(release)), undefined, 1)}\n`;
  const file = here(`documents/${release.name}.json`);
  if (write) writeFileSync(file, document);
  return existsSync(file) && readFileSync(file, "utf8") === document;
}

function documentOf({ module, catalog, core }: Release): unknown {
  const cwd = mkdtempSync(join(scratch, "module-"));
  const moduleFiles = ["mod", "sum"].map((ending) => [here(`upstream/${module}.${ending}`), join(cwd, `go.${ending}`)]);
  const sources = ["main.go", catalog ? "catalog.go" : "walk.go"];
  for (const name of sources) copyFileSync(here(`upstream/${name}`), join(cwd, name));
  for (const [from = "", to = ""] of moduleFiles) if (existsSync(from)) copyFileSync(from, to);
  writeFileSync(join(cwd, "header.txt"), "");
  // In one run with Kubernetes' packages, fields of Cluster API would have the enums of their types, which they do not have upstream.
  define(cwd, { packages: kubernetes, folder: "kubernetes" });
  define(cwd, { packages: [hooks, ...core.map((version) => `${cluster}/api/core/${version}`)], folder: "own" });
  if (write) {
    run("go", ["mod", "tidy"], { cwd });
    for (const [to = "", from = ""] of moduleFiles) copyFileSync(from, to);
  }
  const version = /sigs\.k8s\.io\/cluster-api(?:\/api)? (v\S+)/.exec(readFileSync(join(cwd, "go.mod"), "utf8"))?.[1];
  return JSON.parse(run("go", ["run", ...(catalog ? ["-tags=catalog_document"] : []), ".", version ?? ""], { cwd }));
}

/** Has the generator write the definitions of packages to a package of the program. */
function define(
  cwd: string,
  { packages, folder }: { readonly packages: readonly string[]; readonly folder: string },
): void {
  const output = [`--output-dir=${folder}`, `--output-pkg=${folder}`, "--output-file=definitions.go"];
  const options = [...output, "--go-header-file=header.txt", "--report-filename=report.txt"];
  run(join(scratch, "openapi-gen"), [...options, ...packages], { cwd });
}

function run(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): string {
  // A new release needs new lines in go.mod and go.sum.
  const flags = `${process.env["GOFLAGS"] ?? ""} -mod=${write ? "mod" : "readonly"}`.trim();
  return execFileSync(command, args, {
    cwd,
    env: { ...process.env, GOFLAGS: flags, ...env },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** The document with sorted keys and a mark for each description; properties may have that name. */
function withoutSentences(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSentences(one));
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([key, child]) => [
      key,
      key === "description" && !names
        ? "…"
        : withoutSentences(child, !names && (key === "properties" || key === "schemas")),
    ]),
  );
}

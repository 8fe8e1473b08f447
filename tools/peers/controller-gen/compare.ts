// Proves that provider-local's TypeScript and the equal Go types beside this file become the same CRDs, byte for byte:
// controller-gen 0.21.0 on the Go side, our generator on the other. `.ci/run` calls it after the binaries are built.
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { emitCrds } from "@capstan/generator-crd";
import { readModel } from "@capstan/generator-model";
import { lineDiff } from "@capstan/generator-model/files";
import { formatDiagnostic, hasErrors } from "@capstan/kube";
import { controlPlaneBinaries } from "@capstan/tool-control-plane/paths";

const peer = fileURLToPath(new URL(".", import.meta.url));
const project = fileURLToPath(new URL("../../../examples/provider-local/", import.meta.url));

/** What controller-gen makes of the Go types: YAML by file name. */
function fromGo(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-peer-"));
  try {
    const program = controlPlaneBinaries().programs["controller-gen"];
    execFileSync(program, ["crd", "paths=./...", `output:crd:dir=${folder}`], { cwd: peer, stdio: "inherit" });
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What our generator makes of the TypeScript: YAML by file name. */
function fromTypeScript(): Map<string, string> {
  const { model, diagnostics: found } = readModel({
    root: project,
    files: globSync("src/api/v*/*.ts", { cwd: project }),
  });
  const emitted = hasErrors(found) ? { files: [], diagnostics: [] } : emitCrds(model);
  const diagnostics = [...found, ...emitted.diagnostics];
  if (hasErrors(diagnostics)) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  const yaml = emitted.files.filter(({ path }) => path.endsWith(".yaml"));
  return new Map(yaml.map(({ path, content }) => [path.slice(path.lastIndexOf("/") + 1), content]));
}

const [go, typeScript] = [fromGo(), fromTypeScript()];
const names = [...new Set([...go.keys(), ...typeScript.keys()])].toSorted();
let failed = 0;
for (const name of names) {
  const difference = lineDiff(go.get(name) ?? "", typeScript.get(name) ?? "");
  if (difference !== "") failed += 1;
  console.log(
    difference === "" ? `${name}: equal, byte for byte` : `${name}: - controller-gen, + Capstan\n${difference}`,
  );
}
console.log(`${names.length - failed} passed, ${failed} failed`);
if (failed > 0 || names.length === 0) process.exitCode = 1;

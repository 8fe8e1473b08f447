// openapi-typescript, loaded from the user's project: an optional peer that only the import of hooks needs. It works with
// the JavaScript API of TypeScript 5 and 6, which TypeScript 7 does not have; so it always gets the TypeScript inside
// ts-morph, on which this command depends.
import { readFileSync, realpathSync } from "node:fs";
import { createRequire, findPackageJSON, registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { errorFrom, errorOf, type CapstanError } from "@capstan/kube";
import type { WriteTypes } from "@capstan/generator-hooks";
import type * as openApiTypescript from "openapi-typescript";
import { cliDiagnostics } from "../cli-errors.ts";

type OpenApiTypescript = typeof openApiTypescript;

/** The writer of types, with the library of the project in `root`; it loads, or throws, when it is first called. */
export function typesWriter(root: string): WriteTypes {
  return async (document) => {
    const { default: write, astToString } = load(root);
    const options = { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true };
    // The library is the project's own, so its type of a document may be that of another minor version.
    return astToString(await write(document as Parameters<typeof write>[0], options));
  };
}

function load(root: string): OpenApiTypescript {
  const project = join(root, "package.json");
  const manifest = manifestOf(project);
  if (manifest === undefined) throw notUsable("it is not installed");
  const { version = "" } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: string };
  if (!version.startsWith("7.")) throw notUsable(`version ${version} is installed`);
  const hooks = giveTypeScript(dirname(realpathSync(manifest)));
  try {
    // require has no type; the version was checked above.
    return createRequire(project)("openapi-typescript") as OpenApiTypescript;
  } catch (cause) {
    throw notUsable(`version ${version} cannot be loaded: ${errorFrom(cause).message.split("\n")[0] ?? ""}`, cause);
  } finally {
    hooks.deregister();
  }
}

/** The package.json of the project's copy, or undefined when there is none. */
function manifestOf(project: string): string | undefined {
  try {
    return findPackageJSON("openapi-typescript", pathToFileURL(project));
  } catch {
    return undefined;
  }
}

function notUsable(problem: string, cause?: unknown): CapstanError {
  return errorOf(cliDiagnostics, "cli/openapi-typescript", { values: { problem }, cause });
}

/** Whatever TypeScript lies beside the library, its `typescript` is that of ts-morph while it loads. */
function giveTypeScript(library: string): { deregister(): void } {
  const parser = createRequire(import.meta.url).resolve("ts-morph");
  const inside = pathToFileURL(join(library, "/")).href;
  const shim = `${inside}typescript-of-capstan.cjs`;
  return registerHooks({
    resolve(specifier, context, next) {
      const wanted = specifier === "typescript" && context.parentURL?.startsWith(inside) === true;
      return wanted ? { url: shim, format: "commonjs", shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const source = `module.exports = require(${JSON.stringify(parser)}).ts;`;
      return url === shim ? { format: "commonjs", source, shortCircuit: true } : next(url, context);
    },
  });
}

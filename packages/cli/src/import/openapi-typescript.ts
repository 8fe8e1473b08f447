// openapi-typescript, loaded from the user's project: an optional peer that only the import of hooks needs. It works with
// the JavaScript API of TypeScript 5 and 6, which TypeScript 7 does not have; so it always gets the TypeScript inside
// ts-morph, on which this command depends.
import { readFileSync, realpathSync } from "node:fs";
import { createRequire, findPackageJSON, type LoadFnOutput, registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CapstanError, errorFrom, errorOf } from "@capstan/kube";
import type { WriteTypes } from "@capstan/generator-hooks";
import type * as openApiTypescript from "openapi-typescript";
import { cliDiagnostics } from "../cli-errors.ts";
import { foreignModule, type Users } from "../project/foreign-files.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { rejectReplaced } from "../project/replaceable-modules.ts";

type OpenApiTypescript = typeof openApiTypescript;

/** The writer of types, with the library of a project; it loads, or throws, when it is first called. */
export function typesWriter(place: TrustedProject): WriteTypes {
  return async (document) => {
    const { default: write, astToString } = load(place);
    const options = { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true };
    // The library is the project's own, so its type of a document may be that of another minor version.
    const types = await withoutConsole(() => write(document as Parameters<typeof write>[0], options));
    return astToString(types);
  };
}

const ignore = (): void => undefined;
let running = 0;
let giveBack: () => void = () => undefined;

/**
 * Runs the library without a console: it prints problems of a document, with its text as it is, whatever `silent` says; the error that it throws names them too. Calls may
 * overlap; the last one that ends gives the console back.
 */
async function withoutConsole<T>(run: () => Promise<T>): Promise<T> {
  if (running++ === 0) {
    const { error, warn } = console;
    giveBack = () => Object.assign(console, { error, warn });
    Object.assign(console, { error: ignore, warn: ignore });
  }
  try {
    return await run();
  } finally {
    if (--running === 0) giveBack();
  }
}

function load({ root, trusted }: TrustedProject): OpenApiTypescript {
  const project = join(root, "package.json");
  const manifest = manifestOf(project);
  if (manifest === undefined) throw notUsable("it is not installed");
  // Node looks for it also in the folders above the project, some of which may be those of all users.
  rejectForeign(manifest, trusted);
  const { version = "" } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: string };
  if (!version.startsWith("7.")) throw notUsable(`version ${version} is installed`);
  const hooks = giveTypeScript(dirname(realpathSync(manifest)), {
    before: (file) => rejectForeign(file, trusted),
    after: (file, source) => trusted && rejectReplaced(file, source, trusted),
  });
  try {
    // require has no type; the version was checked above.
    return createRequire(project)("openapi-typescript") as OpenApiTypescript;
  } catch (cause) {
    if (cause instanceof CapstanError) throw cause;
    throw notUsable(`version ${version} cannot be loaded: ${errorFrom(cause).message.split("\n")[0] ?? ""}`, cause);
  } finally {
    hooks.deregister();
  }
}

function rejectForeign(file: string, trusted: Users | undefined): void {
  const problem = trusted === undefined ? undefined : foreignModule(file, trusted);
  if (problem !== undefined) throw notUsable(problem);
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

/** Called with every file before it is read, and with what was read before it runs. */
interface Looks {
  readonly before: (file: string) => void;
  readonly after: (file: string, source: LoadFnOutput["source"]) => void;
}

/** Whatever TypeScript lies beside the library, its `typescript` is that of ts-morph while it loads. */
function giveTypeScript(library: string, { before, after }: Looks): { deregister(): void } {
  const require = createRequire(import.meta.url);
  const parser = require.resolve("ts-morph");
  // The command's own file, which nobody has to look at.
  require(parser);
  const inside = pathToFileURL(join(library, "/")).href;
  const shim = `${inside}typescript-of-capstan.cjs`;
  return registerHooks({
    resolve(specifier, context, next) {
      const wanted = specifier === "typescript" && context.parentURL?.startsWith(inside) === true;
      return wanted ? { url: shim, format: "commonjs", shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const source = `module.exports = require(${JSON.stringify(parser)}).ts;`;
      if (url === shim) return { format: "commonjs", source, shortCircuit: true };
      if (!url.startsWith("file:")) return next(url, context);
      const file = fileURLToPath(url);
      before(file);
      const loaded = next(url, context);
      after(file, loaded.source);
      return loaded;
    },
  });
}

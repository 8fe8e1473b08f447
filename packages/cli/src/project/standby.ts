// Preloaded after the hooks into a process that stands by for the next start of an entry: it loads the package that the entry is built on, which takes most of a start, and runs the entry only
// when it is told to. Only Capstan's own packages are loaded so early: they do nothing when they are loaded, so that their order among other modules changes nothing.
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goMessage, standbyVariable, standsByMessage } from "./stand-by-messages.ts";
import { sayAlive } from "./say-alive.ts";

const { [standbyVariable]: name } = process.env;
Reflect.deleteProperty(process.env, standbyVariable);
if (name !== undefined && process.send !== undefined) {
  const files: string[] = [];
  const hook = registerHooks({
    load(url, context, next) {
      if (url.startsWith("file:")) files.push(fileURLToPath(url));
      return next(url, context);
    },
  });
  // As a module of the project loads it: from the packages of the project, after the same checks.
  createRequire(join(process.cwd(), "package.json"))(name);
  hook.deregister();
  warmTypeScript();
  const { promise, resolve } = Promise.withResolvers<void>();
  const listen = (message: unknown): void => {
    if (message === goMessage) resolve();
  };
  process.on("message", listen);
  // Nothing else keeps the process running while it waits.
  process.channel?.ref();
  process.send([standsByMessage, ...files]);
  await promise;
  process.off("message", listen);
  process.channel?.unref();
  sayAlive();
}

/** Lets Node load what it reads TypeScript with, which takes longer than the modules of most projects do. */
function warmTypeScript(): void {
  const url = "capstan:warm-up";
  const hook = registerHooks({
    resolve: (specifier, context, next) => (specifier === url ? { url, shortCircuit: true } : next(specifier, context)),
    load: (found, context, next) =>
      found === url
        ? { format: "commonjs-typescript", source: "interface Warm { readonly up: string }", shortCircuit: true }
        : next(found, context),
  });
  createRequire(import.meta.url)(url);
  hook.deregister();
}

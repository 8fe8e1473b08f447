// Loads a generated test file outside of a test runner, so that its proofs run as often as wanted, and on changed code.
import { registerHooks, type LoadFnOutput } from "node:module";
import { currentRealm, newRealm, takeSuites, type ProofSuite } from "./recorder.ts";

/** What generated tests import, and what stands in for it. */
const standIns: Readonly<Record<string, string>> = {
  vitest: new URL("vitest-stand-in.ts", import.meta.url).href,
  "@capstan/cli/conversions": new URL("checks-stand-in.ts", import.meta.url).href,
  "@capstan/schema/conversions": new URL("checks-stand-in.ts", import.meta.url).href,
};

/** One file whose source is another while proofs are loaded. */
export interface ChangedSource {
  readonly file: string;
  /** Modules below this folder are loaded again, so that they see the change. */
  readonly folder: string;
  readonly change: (source: string) => string;
}

/** The suites of a generated test file. With a change, the file and what it imports is loaded again, changed. */
export async function loadProofs(file: URL, changed?: ChangedSource): Promise<readonly ProofSuite[]> {
  newRealm();
  const own = new URL(".", file).href;
  const folders = changed === undefined ? [own] : [own, changed.folder];
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const isGenerated = context.parentURL?.startsWith(own) === true;
      const standIn = isGenerated && context.parentURL?.includes(".test.ts") === true ? standIns[specifier] : undefined;
      if (standIn !== undefined) return { url: standIn, shortCircuit: true };
      const found = next(specifier, context);
      return folders.some((folder) => found.url.startsWith(folder)) && context.parentURL?.includes("realm=") === true
        ? { ...found, url: `${found.url}?${currentRealm()}` }
        : found;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const from = url.replace(/\?realm=\d+$/, "");
      if (changed === undefined || ![changed.file, file.href].includes(from)) return loaded;
      const source = textOf(loaded.source);
      return { ...loaded, source: from === changed.file ? changed.change(source) : withTimeLimit(source) };
    },
  });
  try {
    await import(`${file.href}?${currentRealm()}`);
    return takeSuites();
  } finally {
    hooks.deregister();
  }
}

/** A test that stops conversions which do not end: changed code may loop though nothing but rules converts. */
function withTimeLimit(source: string): string {
  return source.replaceAll("byRulesAlone: true,", "");
}

function textOf(source: LoadFnOutput["source"]): string {
  return typeof source === "string" ? source : new TextDecoder().decode(source ?? new Uint8Array());
}

// The compiler options of a project's tsconfig.json with everything it extends. Loads the compiler that ts-morph brings.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The options by name; undefined when there is no tsconfig.json. */
export async function tsconfigOptions(root: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const file = join(root, "tsconfig.json");
  if (!existsSync(file)) return undefined;
  const { ts } = await import("ts-morph");
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { readonly config?: unknown };
  return ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root).options;
}

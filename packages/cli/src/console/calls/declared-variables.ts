// The variables that a program of the project declares, as its handlers of DiscoverVariables answer.
import { hookCatalog } from "@capstan/api/catalog";
import { callHandler, connectExtension, discover, type ExtensionAddress } from "@capstan/extension-kit/caller";
import { getAt, isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import type { DeclaredVariable } from "./variable-fields.ts";

/** Where a program serves hooks. */
export type CalledAddress = Pick<ExtensionAddress, "url" | "caBundle">;

/** Calls all handlers; the first declaration of a name counts. */
export async function declaredVariables(address: CalledAddress): Promise<readonly DeclaredVariable[]> {
  const connection = connectExtension(address);
  const hook = hookCatalog.DiscoverVariables;
  try {
    const handlers = (await discover(connection)).filter((handler) => handler.hook.name === hook.name);
    const found = new Map<string, DeclaredVariable>();
    for (const handler of handlers) {
      const { variables } = await callHandler(hook, { connection, handler }, {});
      for (const each of variables ?? []) {
        const declared = declaredOf(each);
        if (declared !== undefined && !found.has(declared.name)) found.set(declared.name, declared);
      }
    }
    return [...found.values()];
  } finally {
    connection.close();
  }
}

function declaredOf(variable: unknown): DeclaredVariable | undefined {
  const [name, required, schema] = [["name"], ["required"], ["schema", "openAPIV3Schema"]].map((path) =>
    getAt(variable, path),
  );
  if (typeof name !== "string" || !isSchema(schema)) return undefined;
  return { name, required: required === true, schema };
}

/** The answer was checked by the schema of the hook. */
function isSchema(value: unknown): value is JSONSchema {
  return isJsonObject(value);
}

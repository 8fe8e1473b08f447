// The extension of the examples, served as `run` serves it.
import { serveExtension } from "@capstan/extension-kit";
import type { ServerLimits, ServerOptions } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { extension } from "../../../examples/extension-topology/src/extension.ts";

/** Serves it on a free port of 127.0.0.1. */
export async function start(
  options: { readonly limits?: Partial<ServerLimits> } & Pick<ServerOptions, "clientCa">,
): Promise<{ port: number }> {
  const tls = createSelfSigned({ commonName: "hooks", ipAddresses: ["127.0.0.1"] });
  const { port } = await serveExtension(extension, { tls, port: 0, ...options });
  return { port };
}

/** What every object has by this name: null, unless a request changed a prototype. */
export async function call(name: string): Promise<unknown> {
  const empty: Record<string, unknown> = {};
  return empty[name] ?? null;
}

// An extension whose hooks wait for something that takes no signal, as the client of a cloud may, and answer long after their callers have left.
import { setTimeout as sleep } from "node:timers/promises";
import { defineExtension, proceed, serveExtension } from "@capstan/extension-kit";
import { createSelfSigned } from "@capstan/serve/certificates";

/** Serves it on a free port of 127.0.0.1. */
export async function start(): Promise<{ port: number }> {
  const extension = defineExtension({
    beforeClusterCreate: async () => {
      await sleep(25_000);
      return proceed();
    },
    beforeClusterDelete: () => proceed(),
  });
  const tls = createSelfSigned({ commonName: "hooks", ipAddresses: ["127.0.0.1"] });
  const { port } = await serveExtension(extension, { tls, port: 0 });
  return { port };
}

// What may answer at the port of an extension in its place: something that is no extension, or one whose certificate has expired.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createSelfSigned } from "@capstan/serve/certificates";

interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** The certificate of each fault; the first is the extension's own. */
const certificates: Readonly<Record<string, (folder: string) => Pair>> = {
  garbage: (folder) => ({
    cert: readFileSync(join(folder, "tls.crt"), "utf8"),
    key: readFileSync(join(folder, "tls.key"), "utf8"),
  }),
  expired: () => {
    const { certPem, keyPem } = createSelfSigned({ commonName: "expired", days: -1 });
    return { cert: certPem, key: keyPem };
  },
};

/** Serves until the process is ended. */
export async function serveFault(fault: string, argv: readonly string[]): Promise<void> {
  const string = { type: "string", default: "" } as const;
  const options = { "webhook-port": string, "webhook-cert-dir": string } as const;
  const { values } = parseArgs({ args: [...argv], options, strict: false });
  const pair = certificates[fault]?.(String(values["webhook-cert-dir"]));
  if (pair === undefined)
    throw new Error(`E2E_FAULT is ${fault}: it must be ${Object.keys(certificates).join(" or ")}`);
  const server = createServer(pair, (_, response) => response.end("<html>this is no extension</html>"));
  await new Promise<void>((resolve) => server.listen(Number(values["webhook-port"]), "127.0.0.1", resolve));
}

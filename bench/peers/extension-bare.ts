// The least that an extension on Node could be: Node's HTTPS server, JSON.parse, the same change and the same delay as the other two, JSON.stringify. It checks nothing, has no limits, no
// deadlines and no log. Flags: --port and --cert-dir.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { parseArgs } from "node:util";

interface Request {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items?: readonly { readonly uid: string }[];
  readonly variables?: readonly { readonly name: string; readonly value: unknown }[];
  readonly cluster?: { readonly metadata: { readonly name: string } };
  readonly toKubernetesVersion?: string;
}

const flag = { type: "string" } as const;
const { values } = parseArgs({ options: { port: flag, "cert-dir": flag } });
const folder = values["cert-dir"] ?? "";

const server = createServer(
  { cert: readFileSync(join(folder, "tls.crt")), key: readFileSync(join(folder, "tls.key")) },
  (incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.once("end", () => {
      const request: Request = JSON.parse(Buffer.concat(pieces).toString());
      const { apiVersion, kind, items } = request;
      const answer = { apiVersion, kind: kind.replace("Request", "Response"), status: "Success" };
      const body = JSON.stringify({ ...answer, ...(items === undefined ? delay(request) : patches(request)) });
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
      response.end(body);
    });
  },
);

function delay({ cluster, toKubernetesVersion }: Request): object {
  const message = `${cluster?.metadata.name} waits with ${toKubernetesVersion} for a backup`;
  return { retryAfterSeconds: 30, message };
}

function patches({ items = [], variables = [] }: Request): object {
  const greeting = variables.find(({ name }) => name === "greeting")?.value;
  const path = "/spec/template/spec/preKubeadmCommands/0";
  return {
    items: items.map(({ uid }) => ({
      uid,
      patchType: "JSONPatch",
      patch: Buffer.from(JSON.stringify([{ op: "add", path, value: `echo ${String(greeting)}` }])).toString("base64"),
    })),
  };
}

process.once("SIGTERM", () => process.exit(0));
server.listen(Number(values.port), "127.0.0.1");

// A tiny manager: answers probes, asks the API server who it is, and refuses ConfigMaps with the label forbidden.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer, request } from "node:https";
import { join } from "node:path";

const flags = Object.fromEntries(process.argv.slice(2).map((flag) => flag.replace(/^--/, "").split("=")));
const [host, port] = flags["health-addr"].split(":");
console.log("starting in", process.env.POD_NAMESPACE, "leader election", flags["leader-elect"] ?? "on");

let listed = "no answer";
const folder = flags["webhook-cert-dir"];
const files = { cert: readFileSync(join(folder, "tls.crt")), key: readFileSync(join(folder, "tls.key")) };
createSecureServer(files, async (incoming, outgoing) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const review = JSON.parse(Buffer.concat(chunks).toString());
  const allowed = review.request.object.metadata.labels?.forbidden === undefined;
  const response = { uid: review.request.uid, allowed, status: { message: `process ${process.env.POD_NAME} says no` } };
  outgoing.setHeader("content-type", "application/json");
  outgoing.end(JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, response }));
}).listen(Number(flags["webhook-port"]), "127.0.0.1", () => {
  // Ready means that the webhook answers, so probes are answered after it is there.
  createServer((incoming, outgoing) => outgoing.end(incoming.url === "/listed" ? listed : "ok")).listen(Number(port), host);
});

const config = JSON.parse(readFileSync(process.env.KUBECONFIG, "utf8"));
const { cluster } = config.clusters[0];
const ca = Buffer.from(cluster["certificate-authority-data"], "base64");
const authorization = `Bearer ${readFileSync(config.users[0].user.tokenFile, "utf8")}`;
for (const kind of ["configmaps", "secrets"]) {
  request(`${cluster.server}/api/v1/namespaces/team/${kind}`, { ca, headers: { authorization } }, (response) => {
    listed = `${listed === "no answer" ? "" : `${listed}, `}${kind} ${response.statusCode}`;
    response.resume();
  }).end();
}

// A webhook that both operators of the comparison serve, with its certificate in files that they follow, and one call of it.
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { createSelfSigned } from "@capstan/extension-kit/testing";

/** Where controller-runtime serves a validation of the kind of the peer. */
export const reviewPath = "/validate-bench-example-com-v1-item";

/** The files of a certificate, and what a caller trusts. */
export interface ServedCertificate {
  readonly directory: string;
  readonly authority: string;
}

/** Writes a certificate for the own computer into a folder. */
export function writeCertificate(folder: string): ServedCertificate {
  const directory = join(folder, "certificates");
  const { certPem, keyPem } = createSelfSigned({ commonName: "operator", ipAddresses: ["127.0.0.1"] });
  mkdirSync(directory);
  writeFileSync(join(directory, "tls.crt"), certPem);
  writeFileSync(join(directory, "tls.key"), keyPem, { mode: 0o600 });
  return { directory, authority: certPem };
}

const object = {
  apiVersion: "bench.example.com/v1",
  kind: "Item",
  metadata: { namespace: "default", name: "b" },
  spec: { sent: 1 },
};

const review = JSON.stringify({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "1",
    kind: { group: "bench.example.com", version: "v1", kind: "Item" },
    resource: { group: "bench.example.com", version: "v1", resource: "items" },
    namespace: "default",
    name: "b",
    operation: "CREATE",
    userInfo: { username: "somebody" },
    object,
  },
});

/** Reviews an object as an API server does; false when nobody answers yet. */
export function callReview(port: number, { authority }: ServedCertificate): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const call = request(
    { host: "127.0.0.1", port, path: reviewPath, method: "POST", ca: authority, agent: false },
    (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part: string) => (body += part));
      response.on("end", () => {
        if (response.statusCode === 200 && body.includes('"allowed":true')) resolve(true);
        else reject(new Error(`the webhook answers with ${response.statusCode}: ${body}`));
      });
    },
  );
  call.on("error", () => resolve(false));
  call.setHeader("content-type", "application/json").end(review);
  return promise;
}

// The errors for fields of a kubeconfig: each names the file, the field and what to do, and quotes no secret.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError, isCapstanError } from "@capstan/kube";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCredentials } from "./load-credentials.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-client-"));
  writeFileSync(join(folder, "text"), "hunter2\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const base64 = (content: string): string => Buffer.from(content).toString("base64");
const certificate = readFileSync(new URL("../../testdata/certificates/valid.crt", import.meta.url), "utf8");
const broken = certificate.replace(/^M.*$/m, "hunter2");
const address = "write it as https://host:port";
const pem = "write the content of a PEM file, encoded in base64";

interface Case {
  readonly name: string;
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
  readonly want: string;
  readonly help: string;
}

const cluster = (name: string, fields: object, [want, help]: readonly [string, string]): Case => ({
  name,
  cluster: fields,
  want: `clusters[1].cluster.${want}`,
  help,
});
const user = (name: string, fields: object, [want, help]: readonly [string, string]): Case => ({
  name,
  user: fields,
  want: `users[0].user.${want}`,
  help,
});

const cases: readonly Case[] = [
  cluster("a number as address", { server: 5 }, ["server is not a string", "write a string"]),
  cluster("no address", { server: undefined }, ["server is missing", address]),
  cluster("null as address", { server: null }, ["server is missing", address]),
  cluster("no URL", { server: "not a url" }, ['server is "not a url", which is not a URL', address]),
  cluster("no URL, but a password", { server: "https://me:hunter2/@x y" }, [
    'server is "https://x y", which is not a URL',
    address,
  ]),
  cluster("an address without a scheme", { server: "me:hunter2@x:6443" }, [
    'server is "x:6443", which does not start with https:// or http://',
    address,
  ]),
  cluster("another scheme", { server: "ftp://me:hunter2@x/" }, [
    'server is "ftp://x/", which does not start with https:// or http://',
    address,
  ]),
  cluster("a password in the address", { server: "https://me:hunter2@x" }, [
    "server has a user or a password, which Kubernetes has not accepted since 1.19",
    address,
  ]),
  cluster("a proxy", { "proxy-url": "http://me:hunter2@p" }, [
    "proxy-url is not supported",
    "use a direct connection to the server",
  ]),
  cluster("a word for true", { "insecure-skip-tls-verify": "yes" }, [
    "insecure-skip-tls-verify is not true or false",
    "write true or false",
  ]),
  cluster("an authority that is not PEM", { "certificate-authority-data": base64("hunter2") }, [
    "certificate-authority-data has no certificate in PEM",
    pem,
  ]),
  cluster("an authority that is not in base64", { "certificate-authority-data": certificate }, [
    "certificate-authority-data has no certificate in PEM",
    pem,
  ]),
  cluster("an authority that is broken", { "certificate-authority-data": base64(broken) }, [
    "certificate-authority-data has a certificate that cannot be read",
    pem,
  ]),
  cluster("a second authority that is broken", { "certificate-authority-data": base64(certificate + broken) }, [
    "certificate-authority-data has a certificate that cannot be read, number 2",
    pem,
  ]),
  cluster("an authority's file that is not PEM", { "certificate-authority": "text" }, [
    "certificate-authority names the file FOLDER/text, which has no certificate in PEM",
    "name a file in PEM",
  ]),
  cluster("an authority's file that does not exist", { "certificate-authority": "none" }, [
    "certificate-authority names the file FOLDER/none, which does not exist",
    "name a file that this process may read",
  ]),
  user("a token of two lines", { token: "hunter2\r\nx: y" }, ["token has a line break", "write the token on one line"]),
  user("a token of other characters", { token: "hunter2\u0000" }, [
    "token has a character that no token has",
    "write the token on one line",
  ]),
  user("a number as token", { token: 5 }, ["token is not a string", "write a string"]),
  user("a password", { username: "me", password: "hunter2" }, [
    "username belongs to a password, which Kubernetes has not accepted since 1.19",
    "use a token or a client certificate",
  ]),
  user("a key that is not PEM", { "client-key-data": base64("hunter2") }, [
    "client-key-data has no private key in PEM",
    pem,
  ]),
  user("a program as a string", { exec: "login" }, ["exec is not a mapping", "write a mapping"]),
  {
    name: "a number as namespace",
    context: { namespace: 5 },
    want: "contexts[0].context.namespace is not a string",
    help: "write a string",
  },
];

test.each(cases)("$name is reported", async ({ cluster: fields, user: identity, context, want, help }) => {
  const config = {
    "current-context": "x",
    clusters: [
      { name: "other", cluster: { server: 5 } },
      { name: "x", cluster: { server: "https://x", ...fields } },
    ],
    users: [{ name: "x", user: identity ?? {} }],
    contexts: [{ name: "x", context: { cluster: "x", user: "x", ...context } }],
  };
  const file = join(folder, "config");
  writeFileSync(file, JSON.stringify(config));
  const error: unknown = await loadCredentials({ kubeconfig: file }).catch((caught: unknown) => caught);
  expect(isCapstanError(error, "client/kubeconfig-field")).toBe(true);
  expect(describeError(error).replaceAll(folder, "FOLDER")).toBe(
    `the kubeconfig FOLDER/config cannot be used: ${want}\n  help: ${help}`,
  );
});

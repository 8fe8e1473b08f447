// Credentials that a program gives to createClient: what is wrong with them is reported at once, and no secret is in a message.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClusterCredentials, describeError } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { json, startFaultServer } from "../../test/fault-server.ts";
import { createClient } from "../create-client.ts";

const cases: readonly { name: string; given: ClusterCredentials; want: string }[] = [
  {
    name: "an address that is not a URL",
    given: { server: "me:hunter2@not a url" },
    want: 'the credentials for not a url cannot be used: the server\'s address is "not a url", which is not a URL\n  help: write the address as https://host:port',
  },
  {
    name: "an address of another scheme",
    given: { server: "ftp://me:hunter2@x" },
    want: 'the credentials for ftp://x/ cannot be used: the server\'s address is "ftp://x/", which does not start with https:// or http://\n  help: write the address as https://host:port',
  },
  {
    name: "an authority that is not PEM",
    given: { server: "https://me:hunter2@x", caData: "hunter2" },
    want: "the credentials for https://x/ cannot be used: the certificate authority has no certificate in PEM\n  help: use the certificate of the authority in PEM",
  },
  {
    name: "a token of two lines",
    given: { server: "https://me:hunter2@x", token: "hunter2\nx" },
    want: "the credentials for https://x/ cannot be used: the token has a line break\n  help: write the token on one line",
  },
];

test.each(cases)("$name is an error", ({ given, want }) => {
  let message = "";
  try {
    createClient(given).close();
  } catch (error) {
    message = describeError(error);
  }
  expect(message).toBe(want);
});

test("a token file of two lines is an error, and nothing is sent", async () => {
  await using server = await startFaultServer([json({ metadata: {} })]);
  const folder = mkdtempSync(join(tmpdir(), "capstan-client-"));
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "hunter2\r\nx: y");
  const client = createClient({ server: server.url, tokenFile });
  expect(await client.get(Namespace, { namespace: "", name: "a" }).catch(describeError)).toBe(
    `the credentials for ${server.url} cannot be used: the token in "${tokenFile}" has a line break\n  help: write the token on one line`,
  );
  expect(server.seen).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("a user and a password in the address are neither sent nor in messages", async () => {
  await using server = await startFaultServer([json({ metadata: {} })]);
  const { port } = server;
  const client = createClient({ server: `http://me:hunter2@127.0.0.1:${port}` });
  await client.get(Namespace, { namespace: "", name: "a" });
  expect([client.server, server.seen[0]?.headers.authorization]).toEqual([`http://127.0.0.1:${port}`, undefined]);
  expect(await client.list(Namespace).catch(describeError)).toBe(
    `cannot list namespaces: the server at http://127.0.0.1:${port} answered with JSON with the fields "metadata" instead of a list\n  help: check that this is the address of an API server, not of a proxy or a login page`,
  );
});

// Certificates that are rotated while a client works: which connections it opens, and what becomes of the old ones.
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { expect, test } from "vitest";
import { type Answer, type FaultServer, json, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";

const [before, after] = [
  createCertificateAuthority({ commonName: "before" }),
  createCertificateAuthority({ commonName: "after" }),
];

/** A server whose certificate comes from an authority. */
function serve(authority: typeof before, answers: readonly Answer[], port?: number): Promise<FaultServer> {
  const { certPem, keyPem } = authority.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] });
  return startFaultServer(answers, { tls: { cert: certPem, key: keyPem }, ...(port === undefined ? {} : { port }) });
}

test("a server whose certificate comes from a new authority is trusted as soon as the credentials name it (F9)", async () => {
  const first = await serve(before, [json(foo)]);
  let caData = before.certPem;
  const renew = async (): Promise<{ server: string; caData: string }> => ({ server: first.url, caData });
  const client = createClient({ server: first.url, caData, renew });
  await client.get(Foo, key);
  await first[Symbol.asyncDispose]();
  await using second = await serve(after, [json(foo)], first.port);
  caData = after.certPem;
  // Without an error that the caller sees, and without the minute after which credentials are read again.
  expect((await client.get(Foo, key)).metadata.name).toBe("a");
  expect(second.seen.length).toBe(1);
  client.close();
});

test("connections with the old credentials are closed when they are idle, and after their last answer (F9)", async () => {
  let finish = (): void => undefined;
  const slow: Answer = (response) => void (finish = () => response.writeHead(200).end(JSON.stringify(foo)));
  await using server = await serve(before, [slow, json(foo), json(foo)]);
  const { certPem, keyPem } = before.issue({ commonName: "client" });
  let token = "one";
  let now = 0;
  const clock = { now: () => now, date: () => new Date(), after: () => () => undefined, random: () => 0 };
  const credentials = () => ({ server: server.url, caData: before.certPem, token });
  const client = createClient(
    { ...credentials(), renew: async () => ({ ...credentials(), certData: certPem, keyData: keyPem }) },
    { clock },
  );
  const first = client.get(Foo, key);
  await expect.poll(() => server.seen.length).toBe(1);
  await client.get(Foo, key);
  expect(server.connections()).toBe(2);
  token = "two";
  now = 61_000;
  // The call that finds the credentials old does not wait for new ones.
  await client.get(Foo, key);
  await client.get(Foo, key);
  expect(server.connections()).toBe(3);
  await expect.poll(() => server.open(), { timeout: 5000 }).toBe(2);
  finish();
  expect((await first).metadata.name).toBe("a");
  await expect.poll(() => server.open(), { timeout: 5000 }).toBe(1);
  client.close();
});

// Whether an extension says that it is ready: by its certificate, by discovery on its own port, and by whether it is being closed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "@capstan/process";
import { startServer, textResponse } from "@capstan/serve";
import { createCertificateAuthority, createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { proceed } from "../authoring/results.ts";
import { selfDiscovery } from "./self-discovery.ts";
import { type RunningExtension, serveExtension, type ServeExtensionOptions } from "./serve-extension.ts";

const extension = defineExtension({ beforeClusterDelete: () => proceed() }, { name: "gate" });

let directory = "";
const open: AsyncDisposable[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "capstan-health-"));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each[Symbol.asyncDispose]()));
  rmSync(directory, { recursive: true });
});

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Writes a certificate that expires in this time. No name in it is that of the server. */
function renew(expiresInMs: number): void {
  const validFrom = new Date(Date.now() + expiresInMs - dayMs);
  const { certPem, keyPem } = createSelfSigned({ commonName: "elsewhere", validFrom, days: 1 });
  writeFileSync(join(directory, "tls.key"), keyPem);
  writeFileSync(join(directory, "tls.crt"), certPem);
}

async function serve(options: Partial<ServeExtensionOptions> = {}): Promise<RunningExtension> {
  const running = await serveExtension(extension, {
    tls: { directory },
    port: 0,
    healthAddress: "127.0.0.1:0",
    ...options,
  });
  open.push(running);
  return running;
}

async function ready({ healthUrl }: RunningExtension): Promise<string> {
  return (await fetch(`${healthUrl}/readyz`)).text();
}

/** A logger that keeps its lines of checks. */
function checkLines(): { readonly log: Logger; readonly lines: unknown[] } {
  const lines: unknown[] = [];
  const keep: Logger["info"] = (message, fields = {}) => {
    if (message.startsWith("Check")) lines.push([message, fields["check"]]);
  };
  const log: Logger = { debug: keep, info: keep, warn: keep, error: keep, child: () => log };
  return { log, lines };
}

test("a certificate about to expire makes an extension not ready until it is renewed, and both are logged once", async () => {
  renew(9 * minuteMs);
  const { log, lines } = checkLines();
  const running = await serve({ log });
  expect(await ready(running)).toBe("[+]running ok\n[-]certificate failed\n[+]discovery ok\n");
  await ready(running);
  renew(11 * minuteMs);
  await expect.poll(() => ready(running), { timeout: 5000 }).toBe("ok");
  expect(lines).toEqual([
    ["Check fails", "certificate"],
    ["Check passes again", "certificate"],
  ]);
});

test("discovery is called below the prefix, and with a certificate where callers need one", async () => {
  renew(dayMs);
  const { certPem: clientCa } = createCertificateAuthority({ commonName: "callers" });
  const file = join(directory, "ca.crt");
  writeFileSync(file, clientCa);
  expect(await ready(await serve({ prefix: "/hooks" }))).toBe("ok");
  expect(await ready(await serve({ clientCa }))).toBe("ok");
  expect(await ready(await serve({ clientCa: { file } }))).toBe("ok");
});

test("discovery fails when another server answers, or with another answer", async () => {
  const tls = createSelfSigned({ commonName: "one" });
  const { certPem } = createSelfSigned({ commonName: "two" });
  const server = await startServer({
    port: 0,
    tls,
    routes: [
      {
        method: "POST",
        path: "/none/hooks.runtime.cluster.x-k8s.io/v1alpha1/discovery",
        handle: () => textResponse(200, '{"status":"Failure"}'),
      },
    ],
  });
  open.push(server);
  const expires = new Date(Date.now() + dayMs);
  const other = { url: server.url, certificate: { certPem, expires } };
  expect(await selfDiscovery({ server: () => other, prefix: "" })()).toBe(false);
  expect(await selfDiscovery({ server: () => server, prefix: "" })()).toBe(false);
  expect(await selfDiscovery({ server: () => server, prefix: "/none" })()).toBe(false);
  expect(await selfDiscovery({ server: () => undefined, prefix: "" })()).toBe(false);
});

test("an extension that is being closed is not ready before it stops to answer", async () => {
  renew(dayMs);
  const running = await serve();
  expect(await ready(running)).toBe("ok");
  const closed = running.close({ delayMs: 2000 });
  await expect.poll(() => ready(running), { timeout: 1500 }).toContain("[-]running failed");
  const certPem = readFileSync(join(directory, "tls.crt"), "utf8");
  const own = { url: running.url, certificate: { certPem, expires: new Date() } };
  expect(await selfDiscovery({ server: () => own, prefix: "" })()).toBe(true);
  await closed;
  await expect(ready(running)).rejects.toThrow("fetch failed");
});

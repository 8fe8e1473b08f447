// Files in the places of certificates that have no end, or are too long: they are an error at once, and while a server runs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadAuthorities } from "./authority-source.ts";
import { followCertificate, loadCertificate } from "./certificate-source.ts";
import { createSelfSigned } from "./certificates/index.ts";
import { readPemFile } from "./read-pem-file.ts";

const pair = createSelfSigned({ commonName: "x" });

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "capstan-pem-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const place = (name: string): string => join(directory, name);
const pipe = (name: string): string => {
  execFileSync("mkfifo", [place(name)]);
  return place(name);
};

describe("is an error", () => {
  test("a pipe as tls.crt, and as tls.key", async () => {
    const file = pipe("tls.crt");
    const reason = "it is a pipe, a socket or a device";
    expect(await loadCertificate({ directory }).catch(describeError)).toContain(`${file}: ${reason}`);
    rmSync(file);
    writeFileSync(file, pair.certPem);
    const key = pipe("tls.key");
    expect(await loadCertificate({ directory }).catch(describeError)).toContain(`${key}: ${reason}`);
  });

  test("a device with zeros as authorities", async () => {
    const zeros = loadAuthorities({ file: "/dev/zero" });
    expect(await zeros.catch(describeError)).toContain("cannot be used: it is a pipe, a socket or a device");
  });

  test("a folder", async () => {
    await expect(readPemFile(directory)).rejects.toThrow("EISDIR");
  });

  test("a file that is too long, and none that is as long as allowed", async () => {
    writeFileSync(place("long"), "a".repeat(1024 * 1024 + 1));
    await expect(readPemFile(place("long"))).rejects.toThrow("it has more than 1,048,576 bytes");
    writeFileSync(place("long"), "a".repeat(1024 * 1024));
    expect(await readPemFile(place("long"))).toHaveLength(1024 * 1024);
  });
});

test("a file of /proc, which says that it is empty, is read", async () => {
  symlinkSync("/proc/version", place("link"));
  expect(await readPemFile(place("link"))).toContain("Linux version ");
});

test("a pipe that replaces the certificate of a running server is reported, and the next certificate is read", async () => {
  writeFileSync(place("tls.crt"), pair.certPem);
  writeFileSync(place("tls.key"), pair.keyPem);
  const seen: string[] = [];
  const watch = followCertificate({ directory }, pair, {
    onChange: () => void seen.push("changed"),
    onError: (error) => void seen.push(describeError(error)),
  });
  rmSync(place("tls.crt"));
  pipe("tls.crt");
  await expect.poll(() => seen.at(-1), { timeout: 5000 }).toContain("it is a pipe");
  rmSync(place("tls.crt"));
  const next = createSelfSigned({ commonName: "next" });
  writeFileSync(place("tls.key"), next.keyPem);
  writeFileSync(place("tls.crt"), next.certPem);
  await expect.poll(() => seen.at(-1), { timeout: 5000 }).toBe("changed");
  watch.close();
});

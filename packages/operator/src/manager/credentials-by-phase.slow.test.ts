// Credentials and certificates that are rotated, each at each time at which that may happen: all is reconciled, and no call of a reconcile or watch fails for it.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCredentials, type RenewableCredentials } from "@capstan/client";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { afterAll, expect, test } from "vitest";
import { casesOf, drop, type Fault, rightEnd, tryCase } from "../../test/fault-phases.ts";
import type { Scene, SceneOptions } from "../../test/fault-scene.ts";
import type { Front, FrontAnswer, FrontRequest } from "../../test/front.ts";

const root = mkdtempSync(join(tmpdir(), "capstan-rotated-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Files of one scene. */
class Files {
  readonly folder: string = mkdtempSync(join(root, "scene-"));

  at(name: string): string {
    return join(this.folder, name);
  }

  /** At once, so that nobody reads a part. */
  write(name: string, content: string): void {
    writeFileSync(this.at(`new-${name}`), content);
    renameSync(this.at(`new-${name}`), this.at(name));
  }

  /** Credentials by a kubeconfig with this user, whose authority is in the file "ca". They are read again when the server rejects them, and not after ten seconds, which pass quickly by the clock of a scene. */
  async load({ credentials: { server, caData } }: Front, user: object): Promise<RenewableCredentials> {
    this.write("ca", caData);
    const config = {
      "current-context": "x",
      clusters: [{ name: "x", cluster: { server, "certificate-authority": "ca" } }],
      users: [{ name: "x", user }],
      contexts: [{ name: "x", context: { cluster: "x", user: "x" } }],
    };
    this.write("config", JSON.stringify(config));
    return { ...(await loadCredentials({ kubeconfig: this.at("config") })), freshMs: Number.POSITIVE_INFINITY };
  }
}

/** The files of the front of a scene. */
const filesOf = new WeakMap<Front, Files>();

function filesFor(front: Front): Files {
  const files = filesOf.get(front) ?? new Files();
  filesOf.set(front, files);
  return files;
}

/** A server that accepts whom this says, and rejects all others with 401. */
function onlyFor(accepts: (request: FrontRequest) => boolean): (request: FrontRequest) => FrontAnswer {
  return (request) => (accepts(request) ? "pass" : { code: 401, reason: "Unauthorized" });
}

const rejected = ({ answered }: Front): number => answered.filter((line) => line.endsWith(" 401")).length;
/** Once it has been hit, the next calls are rejected, and no message has it. */
const noError = async ({ front, logged }: Scene): Promise<void> => {
  expect(rejected(front)).toBeGreaterThan(0);
  expect(logged.filter((line) => /^Reconciler error|Unauthorized/.test(line))).toEqual([]);
};

/** By the clock of a scene the usual 30 s of a call are over in 1.5 s, in which a busy computer may not have started a program or read a file. */
const patient: SceneOptions["client"] = { timeoutMs: 600_000 };

/** F8. The token in a file is another one. */
const tokenFile: Fault = {
  scene: {
    client: patient,
    by: async (front) => {
      const files = filesFor(front);
      files.write("token", "one");
      return files.load(front, { tokenFile: "token" });
    },
  },
  inject: async ({ front }) => {
    // The file is read at the first call, which may be still to come.
    front.rule = onlyFor(({ authorization }) => {
      filesFor(front).write("token", "two");
      return authorization === "Bearer two";
    });
  },
  hit: (scene) => drop(scene) + 1,
  check: noError,
};

const apiVersion = "client.authentication.k8s.io/v1";

/** F8. The token of a program has expired: it is run again, once. */
const program: Fault = {
  scene: {
    client: patient,
    by: async (front) => {
      const runs = filesFor(front).at("runs");
      const printed = `{"apiVersion":"${apiVersion}","kind":"ExecCredential","status":{"token":"t%s"}}`;
      const script = `echo x >> '${runs}'; printf '${printed}' "$(wc -l < '${runs}' | tr -d ' ')"`;
      const exec = { apiVersion, command: "sh", interactiveMode: "Never", args: ["-c", script] };
      return filesFor(front).load(front, { exec });
    },
  },
  inject: ({ front }) => {
    front.rule = onlyFor(({ authorization }) => authorization === "Bearer t2");
  },
  hit: (scene) => drop(scene) + 1,
  check: async (scene) => {
    await noError(scene);
    expect(readFileSync(filesFor(scene.front).at("runs"), "utf8")).toBe("x\nx\n");
  },
};

/** F9. The certificate of the client is another one. */
const users = createCertificateAuthority({ commonName: "users" });
const writeUser = (files: Files, commonName: string): void => {
  const { certPem, keyPem } = users.issue({ commonName });
  files.write("cert", certPem);
  files.write("key", keyPem);
};
const client: Fault = {
  scene: {
    client: patient,
    by: async (front) => {
      writeUser(filesFor(front), "one");
      return filesFor(front).load(front, { "client-certificate": "cert", "client-key": "key" });
    },
  },
  inject: ({ front }) => {
    writeUser(filesFor(front), "two");
    front.rule = onlyFor(({ user }) => user === "two");
  },
  hit: (scene) => drop(scene) + 1,
  check: noError,
};

/** F9. The server has a certificate of a new authority. */
const authority: Fault = {
  scene: { client: patient, by: async (front) => filesFor(front).load(front, {}) },
  inject: async ({ front }) => {
    await front.stop();
    front.authority = createCertificateAuthority({ commonName: "new" });
    filesFor(front).write("ca", front.authority.certPem);
    await front.start();
  },
  hit: () => 1,
  // A restart cuts calls off, too.
  check: async ({ logged }) => expect(logged.filter((line) => line.includes("certificate"))).toEqual([]),
};

const faults: Readonly<Record<string, Fault>> = {
  "F8, a token file that is rotated": tokenFile,
  "F8, a token that has expired": program,
  "F9, another certificate of the client": client,
  "F9, another authority of the server": authority,
};

test.concurrent.each(casesOf(faults))("$name, $when: all is reconciled, and nobody sees an error", async (each) => {
  expect(await tryCase(each)).toEqual(rightEnd);
});

// A server under load: its process, the certificate it serves, and the client that asks it.
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { freePorts, type LocalProcess, startProcess } from "@capstan/testenv/host";
import { LoadClient } from "./load.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "./temporary-folder.ts";

/** The ports a server is given. */
export interface ServerPorts {
  readonly served: number;
  readonly health: number;
}

/** How a server is started: its command with the ports and the folder of its certificate. */
export type ServerCommand = (ports: ServerPorts, certificates: string) => readonly string[];

/** What is started, and which path is called. */
export interface TlsServerOptions {
  readonly name: string;
  readonly path: string;
  readonly command: ServerCommand;
  /** Variables beside PATH. Default: those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How long a server may take to listen. */
const startMs = 20_000;

/** Its files, and when it was started. */
interface Started {
  readonly folder: string;
  readonly startedAt: number;
}

/** A running server and the client that asks it. */
export class TlsServer {
  readonly client: LoadClient;
  readonly process: LocalProcess;
  /** When its process was started, as `performance.now()` counts. */
  readonly startedAt: number;
  readonly #folder: string;

  private constructor(process: LocalProcess, client: LoadClient, { folder, startedAt }: Started) {
    this.process = process;
    this.startedAt = startedAt;
    this.client = client;
    this.#folder = folder;
  }

  /** Starts a server on free ports of 127.0.0.1; resolves when it listens. */
  static async start({ name, path, command, env }: TlsServerOptions): Promise<TlsServer> {
    const folder = makeTemporaryFolder();
    const authority = createCertificateAuthority({ commonName: "bench" });
    const pair = authority.issue({ commonName: "bench", ipAddresses: ["127.0.0.1"] });
    writeFileSync(join(folder, "tls.crt"), pair.certPem);
    writeFileSync(join(folder, "tls.key"), pair.keyPem, { mode: 0o600 });
    const [served = 0, health = 0] = await freePorts(2);
    const [program = "", ...args] = command({ served, health }, folder);
    const startedAt = performance.now();
    const running = await startProcess({
      name,
      command: program,
      args,
      log: join(folder, "log"),
      ...(env && { env: { PATH: process.env["PATH"] ?? "", ...env } }),
    });
    const client = new LoadClient({ port: served, path, ca: authority.certPem });
    const server = new TlsServer(running, client, { folder, startedAt });
    await server.#listening(served).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return server;
  }

  /** Ends the server and forgets its files. */
  async stop(): Promise<void> {
    this.client.close();
    await this.process.stop();
    removeTemporaryFolder(this.#folder);
  }

  async #listening(port: number): Promise<void> {
    const deadline = performance.now() + startMs;
    while (!(await accepts(port))) {
      const { name, exit } = this.process;
      if (exit === undefined && performance.now() < deadline) continue;
      const how = exit === undefined ? `does not listen after ${startMs} ms` : `ended with ${exit.code ?? exit.signal}`;
      throw new Error(`${name} ${how}:\n${this.process.lastLines().join("\n")}`);
    }
  }
}

async function accepts(port: number): Promise<boolean> {
  const accepted = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
  if (!accepted) await new Promise((resolve) => setTimeout(resolve, 20));
  return accepted;
}

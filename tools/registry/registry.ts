// A registry on this computer: our packages are published to it, everything else it passes on to the registry this machine uses.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { mustRun } from "@capstan/repo";
import { freePort } from "@capstan/testenv/host";

/** A running registry. */
export interface Registry {
  readonly url: string;
  /** npm's settings for it: the address, and the token of a user, who alone may publish. */
  readonly npmrc: string;
  stop(): Promise<void>;
}

/** Its own dependencies ask for a tag of node-fetch that not every registry serves. */
const manifest = { private: true, dependencies: { verdaccio: "6.10.4" }, overrides: { "node-fetch": "2.7.0" } };

/** Installs and starts the registry in `folder`. */
export async function startRegistry(folder: string): Promise<Registry> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  const upstream = (await mustRun(["npm", "config", "get", "registry", "--loglevel=error"])).trim();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  await writeFile(join(folder, "config.yaml"), configuration(folder, upstream));
  const entry = join(folder, "node_modules/verdaccio/bin/verdaccio");
  const server = spawn(
    process.execPath,
    [entry, "--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  const log: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text: Buffer) => log.push(text.toString()));
  process.once("exit", () => server.kill("SIGKILL"));
  await waitForAnswer(url, server, log);
  const npmrc = join(folder, "npmrc");
  await writeFile(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=${await newUser(url)}\n`);
  return { url, npmrc, stop: () => stop(server) };
}

/** Makes a user, and gives the token. */
async function newUser(url: string): Promise<string> {
  const response = await fetch(`${url}-/user/org.couchdb.user:rehearsal`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "rehearsal", password: crypto.randomUUID() }),
  });
  const { token } = (await response.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`the registry makes no user: ${response.status}`);
  return token;
}

function configuration(folder: string, upstream: string): string {
  const open = (name: string, more = ""): string =>
    `  "${name}":\n    access: $all\n    publish: $authenticated\n${more}`;
  return [
    `storage: ${join(folder, "storage")}`,
    `auth: { htpasswd: { file: ${join(folder, "htpasswd")} } }`,
    "uplinks:",
    "  upstream:",
    `    url: ${upstream}`,
    "    maxage: 60m",
    "    timeout: 60s",
    "packages:",
    open("@capstan/*") + open("create-capstan") + open("**", "    proxy: upstream"),
    "max_body_size: 100mb",
    "log: { type: stdout, format: pretty, level: warn }",
    "",
  ].join("\n");
}

async function waitForAnswer(url: string, server: ChildProcess, log: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.exitCode !== null) break;
    const answered = await fetch(`${url}-/ping`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await delay(100);
  }
  server.kill("SIGKILL");
  throw new Error(`the registry does not answer:\n${log.join("").slice(-4000)}`);
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const closed = once(server, "close");
  server.kill("SIGTERM");
  const timer = setTimeout(() => server.kill("SIGKILL"), 5000);
  await closed;
  clearTimeout(timer);
}

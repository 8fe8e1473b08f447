// The real control plane of a test, seen by another user of the computer: the ports of etcd, and the files.
import {
  chmodSync,
  chownSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { request as requestTls } from "node:https";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { isCapstanError } from "@capstan/kube";
import { type Envtest, startEnvtest } from "@capstan/testenv/envtest";
import type { Attack } from "../area.ts";

const notTried = "not tried: it needs kube-apiserver and etcd (`pnpm run control-plane`), which are not here";

/** Starts it, or says that it is not here. */
async function withControlPlane(work: (env: Envtest) => Promise<string>): Promise<string> {
  try {
    await using env = await startEnvtest({ envtest: { auditLog: true } });
    return await work(env);
  } catch (error) {
    if (isCapstanError(error, "testenv/no-control-plane")) return notTried;
    throw error;
  }
}

export const plainEtcd: Attack = {
  name: "a ClusterRoleBinding, put into the etcd of a test environment by another user",
  before: "`system:anonymous` was a cluster-admin; `GET /api/v1/secrets` answered 200 with a list",
  run: () =>
    withControlPlane(async (env) => {
      const urls = etcdUrls(env.folder);
      if (urls.length !== 2) return "not tried: the ports of etcd are found in /proc, which is not here";
      const answers: string[] = [];
      for (const url of urls)
        for (const scheme of ["http:", "https:"]) answers.push(await put(url.replace("https:", scheme)));
      const accepted = answers.filter((answer) => /^[2-4]\d\d$/.test(answer));
      if (accepted.length > 0) throw new Error(`etcd answers ${answers.join(", ")}`);
      return `both ports of etcd end the connection of a caller without its certificate (${[...new Set(answers)].join(", ")})`;
    }),
};

/** The addresses are in the command line of the process, which every user can read. */
function etcdUrls(folder: string): string[] {
  const pids = readdirSync("/proc", { withFileTypes: true }).filter(({ name }) => /^\d+$/.test(name));
  const lines = pids.map(({ name }) => readCommandLine(name)).filter((line) => line.includes(`--data-dir=${folder}/`));
  return lines.flatMap((line) =>
    [...line.matchAll(/--listen-(?:client|peer)-urls=([^\0]+)/g)].map(([, url = ""]) => url),
  );
}

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function put(url: string): Promise<string> {
  const body = JSON.stringify({ key: "YQ==", value: "Yg==" });
  return new Promise((resolve) => {
    const taken = (answer: IncomingMessage): void => {
      answer.resume().on("error", () => undefined);
      resolve(String(answer.statusCode));
    };
    const options = { method: "POST", path: "/v3/kv/put", rejectUnauthorized: false };
    const sent = url.startsWith("https:") ? requestTls(url, options, taken) : requestPlain(url, options, taken);
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end(body);
  });
}

/** What another user creates in the folder, and can then read after the test environment has written it. */
const plants = ["pki/sa.key", "pki/etcd/client.key", "logs/etcd.log", "logs/audit.log"];
const nobody = 65_534;

export const plantedFolder: Attack = {
  name: "keys and logs that another user has created in the named folder of a test environment",
  before: "the keys of the API server and of etcd were written into them, readable",
  async run(lab) {
    if (process.getuid?.() !== 0) return "not tried: only root can make files of another user";
    const folder = join(lab.folder, "env");
    const files = plantFiles(folder);
    for (const file of files) chownSync(file, nobody, nobody);
    const code = await codeOfStart(folder);
    if (code === "testenv/no-control-plane") return notTried;
    const written = files.filter((file) => lstatSync(file).size > 0);
    if (code !== "testenv/folder-not-private" || written.length > 0)
      throw new Error(`${code}, and ${written.length} files of the other user have content`);
    return `\`${code}\`, and nothing is written`;
  },
};

export const openedDatabase: Attack = {
  name: "keeping the database of a named folder open that all users could write to when it was made",
  before: "the modes were not looked at; who had it open could write to it",
  async run(lab) {
    const folder = join(lab.folder, "opened");
    mkdirSync(join(folder, "etcd"), { recursive: true, mode: 0o700 });
    chmodSync(join(folder, "etcd"), 0o777);
    const code = await codeOfStart(folder);
    if (code === "testenv/no-control-plane") return notTried;
    const written = readdirSync(folder).filter((name) => name !== "etcd");
    if (code !== "testenv/folder-was-open" || written.length > 0)
      throw new Error(`${code}, and the folder has ${written.join(", ")}`);
    return `\`${code}\`, and nothing is written`;
  },
};

export const openedKeys: Attack = {
  name: "keeping the key files of a named folder open until its control plane starts again",
  before: "new keys were written into the open files",
  async run(lab) {
    const folder = join(lab.folder, "kept");
    const descriptors = plantFiles(folder)
      .filter((file) => file.endsWith(".key"))
      .map((file) => openSync(file, "r"));
    try {
      const code = await codeOfStart(folder);
      if (code === "testenv/no-control-plane") return notTried;
      const read = descriptors.filter((descriptor) => fstatSync(descriptor).size > 0);
      if (code !== started || read.length > 0) throw new Error(`${code}, and ${read.length} open files have a key`);
      return `keys are written into new files: ${descriptors.length} open ones stay empty`;
    } finally {
      for (const descriptor of descriptors) closeSync(descriptor);
    }
  },
};

function plantFiles(folder: string): string[] {
  const files = plants.map((name) => join(folder, name));
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, "", { mode: 0o600 });
  }
  return files;
}

const started = "started";

/** The code of the error with which a control plane does not start in the folder. */
async function codeOfStart(folder: string): Promise<string> {
  try {
    const env = await startEnvtest({ envtest: { folder, auditLog: true } });
    await env.stop();
    return started;
  } catch (error) {
    return isCapstanError(error) ? error.code : String(error);
  }
}

export const openFiles: Attack = {
  name: "reading keys, tokens, logs and data of a test environment as another user",
  before: "keys 0600, logs and configuration readable",
  run: () =>
    withControlPlane(async ({ folder }) => {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const open = files
        .map((file) => join(file.parentPath, file.name))
        .filter((file) => (lstatSync(file).mode & 0o077) !== 0);
      if (open.length > 0) throw new Error(`others can open ${open.join(", ")}`);
      return `none of ${files.length} files is readable by others`;
    }),
};

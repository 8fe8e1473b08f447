// How fast events of a watch are read, beside JSON.parse alone.
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { join } from "node:path";
import { Readable } from "node:stream";
import { runCommand } from "@capstan/repo";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { portOf } from "@capstan/testenv/host";
import type { Benchmark, Contender } from "../src/benchmark.ts";
import { buildProgram } from "../src/build-program.ts";
import { itemOf } from "../src/item.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";
import { usageIn } from "../src/watch-usage.ts";

const events = 100_000;
/** Different lines; they are sent again and again. */
const lines = 1000;
const path = "/apis/bench.example.com/v1/items?watch=true";

/** What a kube-apiserver sends of an object that was written by two managers. */
function eventLine(index: number): string {
  const item = itemOf("items", index);
  const fields = { "f:spec": { ".": {}, "f:parts": {}, "f:sent": {} } };
  const managedFields = ["kubectl", "bench"].map((manager) => ({
    manager,
    operation: "Update",
    apiVersion: item.apiVersion,
    time: "2026-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: fields,
  }));
  const metadata = {
    ...item.metadata,
    uid: `00000000-0000-4000-8000-${`${index}`.padStart(12, "0")}`,
    resourceVersion: `${1_000_000 + index}`,
    generation: 1,
    creationTimestamp: "2026-01-01T00:00:00Z",
    managedFields,
  };
  return `${JSON.stringify({ type: "MODIFIED", object: { ...item, metadata } })}\n`;
}

interface Setup {
  readonly server: Server;
  readonly folder: string;
  readonly url: string;
  readonly megabytes: number;
}

async function startSetup(): Promise<Setup> {
  const block = Buffer.from(Array.from({ length: lines }, (_, index) => eventLine(index)).join(""));
  const authority = createCertificateAuthority({ commonName: "bench" });
  const { certPem: cert, keyPem: key } = authority.issue({ commonName: "bench", ipAddresses: ["127.0.0.1"] });
  const server = createServer({ cert, key }, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    // The answer stays open, like that of a watch.
    Readable.from(Array.from({ length: events / lines }, () => block)).pipe(response, { end: false });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder, "ca.crt"), authority.certPem);
  const megabytes = (block.length * (events / lines)) / 1e6;
  return { server, folder, url: `https://127.0.0.1:${portOf(server)}${path}`, megabytes };
}

/** One of `bench/peers`, and its last argument. */
interface Program {
  readonly program: string;
  readonly packages: readonly string[];
  readonly reads: string;
}

function contenders(): Contender[] {
  let setup: Setup | undefined;
  let users = 0;
  const contender = (name: string, { program, packages, reads }: Program): Contender => {
    let file = "";
    return {
      name,
      prepare: async () => {
        users += 1;
        file = await buildProgram(program, packages);
        setup ??= await startSetup();
      },
      run: async () => {
        if (setup === undefined) throw new Error("the server does not run");
        const { url, folder, megabytes } = setup;
        const command = [process.execPath, file, url, join(folder, "ca.crt"), `${events}`, reads];
        const { code, output } = await runCommand(command, { cwd: folder });
        if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
        const usage = usageIn(output);
        if (usage.events !== events) throw new Error(`${name} read ${usage.events} of ${events} events`);
        return {
          "CPU seconds": usage.cpuSeconds,
          "events each CPU second": events / usage.cpuSeconds,
          "MB each CPU second": megabytes / usage.cpuSeconds,
          "peak MB": usage.peakMegabytes,
        };
      },
      stop: async () => {
        users -= 1;
        if (users > 0 || setup === undefined) return;
        setup.server.closeAllConnections();
        setup.server.close();
        removeTemporaryFolder(setup.folder);
        setup = undefined;
      },
    };
  };
  const client = { program: "watch-client", packages: ["@capstan/client"] };
  const bare = { program: "watch-bare", packages: [] };
  return [
    contender("Capstan, as a cache reads", { ...client, reads: "cache" }),
    contender("lines and JSON.parse", { ...bare, reads: "answer" }),
    contender("Capstan, as a program reads", { ...client, reads: "program" }),
    contender("JSON.parse alone", { ...bare, reads: "memory" }),
  ];
}

/** 100,000 events. */
export const watchDecoding: Benchmark = {
  name: "watch-decoding",
  how:
    "100,000 events of objects of 2 kB over TLS on 127.0.0.1, sent as fast as they are read: the processor time from the request until the last event has been read, without the start of the program. " +
    "Ours is @capstan/client, built: watchOnce as the cache of an operator uses it, and watch as a program does. The peer is a Node program that splits the answer into lines and calls JSON.parse; beside them stands JSON.parse alone, of lines in memory.",
  contenders: contenders(),
  runs: { short: 1, full: 7 },
  limits: [{ figure: "CPU seconds", of: "ratio", most: 1.5 }],
};

// Serves the extension of a project that followed own-hooks.md, and does what the product of the first release did: it calls the path of its version, and
// discovers. The folder of the project is the current one; first in it has the catalog of that product.
import { request } from "node:https";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { Extension } from "@capstan/extension-kit";
import { discover } from "@capstan/extension-kit/caller";
import { startExtension, type TestExtension } from "@capstan/extension-kit/testing";
import { errorFrom } from "@capstan/kube";

/** The address of a file of the project, to be imported. */
function fileOf(path: string): string {
  return pathToFileURL(join(process.cwd(), path)).href;
}

function statusOf(url: string, ca: string): Promise<number | undefined> {
  const body = { clusterName: "prod", bucket: "backups-2026", mode: "fast" };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", ca }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject);
    sent.end(JSON.stringify(body));
  });
}

async function discovered(connection: TestExtension["connection"], hooks: readonly HookEntry[]): Promise<string> {
  try {
    const handlers = await discover(connection, hooks);
    return `discovered ${handlers.map(({ hook }) => hook.version).join(", ")}`;
  } catch (error) {
    return errorFrom(error).message;
  }
}

const { extension }: { readonly extension: Extension } = await import(fileOf("src/extension.ts"));
const { hookCatalog }: { readonly hookCatalog: Readonly<Record<string, HookEntry>> } = await import(
  fileOf("first/generated/catalog.ts")
);
await using running = await startExtension(extension);
const path = "/hooks.vault.example.com/v1alpha1/beforebackup/quota";
console.log(await statusOf(`${running.url}${path}`, running.caBundle));
console.log(await discovered(running.connection, Object.values(hookCatalog)));

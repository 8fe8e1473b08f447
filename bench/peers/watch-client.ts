// A watch through @capstan/client: as a program reads it, event by event, or as the cache of an operator does. Run without the condition @capstan/source, so that it
// stands on the built package. Arguments: the address, a file with the authority, the number of events, and who reads.
import { readFileSync } from "node:fs";
import { type Client, createClient } from "@capstan/client";
import { Item } from "../src/item.ts";
import { measured } from "../src/watch-usage.ts";

const [url = "", caFile = "", count = "0", reader = ""] = process.argv.slice(2);
const client = createClient({ server: new URL(url).origin, caData: readFileSync(caFile, "utf8") });

/** Both count until all events have come. */
const readers: Readonly<Record<string, (from: Client) => Promise<number>>> = {
  async program(from) {
    let seen = 0;
    for await (const _ of from.watch(Item, {})) {
      seen += 1;
      if (seen === Number(count)) break;
    }
    return seen;
  },
  async cache(from) {
    let seen = 0;
    for await (const events of from.watchOnce(Item, { lean: true })) {
      seen += events.length;
      if (seen === Number(count)) break;
    }
    return seen;
  },
};

await measured(async () => (await readers[reader]?.(client)) ?? 0);
client.close();

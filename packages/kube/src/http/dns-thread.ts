// The thread that asks DNS for the names of servers that somebody else owns: their zones can have answers of 64 KB with thousands of addresses, whose decoding takes tens of
// milliseconds each.
import type { LookupAddress } from "node:dns";
import { parentPort } from "node:worker_threads";
import { errorFrom } from "../errors/errors.ts";
import { codeOf, type DnsOptions, queryDns } from "./dns-query.ts";

/** A question to the thread. */
export interface DnsQuestion {
  readonly id: number;
  readonly names: readonly string[];
  readonly options: DnsOptions;
}

/** Its answer. */
export type DnsAnswer =
  | { readonly id: number; readonly found: LookupAddress[] }
  | { readonly id: number; readonly failed: { readonly code: string; readonly message: string } };

async function answer({ id, names, options }: DnsQuestion): Promise<void> {
  post(
    await queryDns(names, options).then(
      (found) => ({ id, found }),
      (error: unknown) => ({ id, failed: { code: codeOf(error), message: errorFrom(error).message } }),
    ),
  );
}

function post(message: DnsAnswer): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", (question: DnsQuestion) => void answer(question));

// Parses answers so that what costs far more than it was written is not in memory at once: a list object by object, for callers who keep it, and of an object what is read.
import { isJsonObject, type KubeObject } from "@capstan/kube";
import { ListSplitter, parseLeanJson, parseOwnJson } from "@capstan/kube/json-text";
import { inTurn } from "@capstan/kube/turns";
import type { Attempt } from "../transport/connection-error.ts";
import type { SizedResponse } from "../transport/raw-request.ts";
import { badAnswer } from "../transport/read-answer.ts";
import { oneTurnBytes } from "../transport/transport.ts";

/** How many bytes are read in one piece of work; it takes some milliseconds. */
const pieceBytes = 512 * 1024;

/** What a list has in place of an object. */
type Keep = ((object: KubeObject) => KubeObject) | undefined;

/** The list of an answer, or what it is instead, with fields that stay JSON until they are read. Throws what `answer.json` throws. */
export async function leanListOf(answer: SizedResponse, attempt: Attempt, keep: Keep): Promise<unknown> {
  try {
    return await parseList(answer.jsonBytes(), keep);
  } catch (error) {
    throw error instanceof SyntaxError ? badAnswer(attempt, answer.text, "JSON") : error;
  }
}

/** The object of an answer, of which costly fields are parsed when their owner reads them. Throws what `answer.json` throws. */
export async function ownObjectOf(answer: SizedResponse, attempt: Attempt): Promise<unknown> {
  try {
    const parse = (): unknown => parseOwnJson(answer.jsonBytes());
    // A small one waits for nobody: it may be a Lease.
    return answer.bytes > oneTurnBytes ? await inTurn(parse) : parse();
  } catch (error) {
    throw error instanceof SyntaxError ? badAnswer(attempt, answer.text, "JSON") : error;
  }
}

async function parseList(json: Uint8Array, keep: Keep): Promise<unknown> {
  const splitter = new ListSplitter(json, ["items"]);
  for (let isRead = false; !isRead;) isRead = await inTurn(() => splitter.read(pieceBytes));
  const { parts } = splitter;
  // Go writes a list without items as null.
  if (parts === undefined) return parseLeanJson(json);
  const list = parseLeanJson(parts.envelope);
  const items: unknown[] = [];
  for (const part of parts.items()) items.push(await inTurn(() => kept(parseLeanJson(part), keep)));
  return isJsonObject(list) ? { ...list, items } : list;
}

/** What is no object is for the check of the list. */
function kept(item: unknown, keep: Keep): unknown {
  return keep !== undefined && isObject(item) ? keep(item) : item;
}

function isObject(item: unknown): item is KubeObject {
  return isJsonObject(item) && isJsonObject(item["metadata"]);
}

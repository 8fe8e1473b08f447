// Parses a list object by object, for callers who keep it: neither the parsed page nor what costs far more than it was written is in memory at once.
import { isJsonObject } from "@capstan/kube";
import { ListSplitter, parseLeanJson } from "@capstan/kube/json-text";
import { inTurn } from "@capstan/kube/turns";
import type { Attempt } from "../transport/connection-error.ts";
import type { SizedResponse } from "../transport/raw-request.ts";
import { badAnswer } from "../transport/read-answer.ts";

/** How many bytes are read in one piece of work; it takes some milliseconds. */
const pieceBytes = 512 * 1024;

/** The list of an answer, or what it is instead, with fields that stay JSON until they are read. Throws what `answer.json` throws. */
export async function leanListOf(answer: SizedResponse, attempt: Attempt): Promise<unknown> {
  try {
    return await parseList(answer.jsonBytes());
  } catch (error) {
    throw error instanceof SyntaxError ? badAnswer(attempt, answer.text, "JSON") : error;
  }
}

async function parseList(json: Uint8Array): Promise<unknown> {
  const splitter = new ListSplitter(json, ["items"]);
  for (let isRead = false; !isRead;) isRead = await inTurn(() => splitter.read(pieceBytes));
  const { parts } = splitter;
  // Go writes a list without items as null.
  if (parts === undefined) return parseLeanJson(json);
  const list = parseLeanJson(parts.envelope);
  const items: unknown[] = [];
  for (const part of parts.items()) items.push(await inTurn(() => parseLeanJson(part)));
  return isJsonObject(list) ? { ...list, items } : list;
}

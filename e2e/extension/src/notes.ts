// What the extension was called for and when, in ConfigMaps: a restart in the middle forgets nothing.
import { ConfigMap } from "@capstan/api";
import type { HookContext } from "@capstan/extension-kit";

/** Which note. */
export interface NoteKey {
  readonly namespace: string;
  readonly name: string;
}

/** How long blocking hooks ask to wait. */
export const delaySeconds = 3;

/** How old a note is in seconds; undefined when there is none. */
export async function noteAge(context: HookContext, key: NoteKey): Promise<number | undefined> {
  const found = await (await context.client()).find(ConfigMap, key, { signal: context.signal });
  return found === undefined ? undefined : (Date.now() - Number(found.data?.["at"])) / 1000;
}

/** Writes a note. */
export async function writeNote(context: HookContext, key: NoteKey): Promise<void> {
  const client = await context.client();
  const note: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { at: String(Date.now()) } };
  await client.create(ConfigMap, note, { signal: context.signal });
}

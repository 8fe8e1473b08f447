// Vault itself: before a backup it calls its extensions, and waits or goes on as they say.
import {
  aggregate,
  callHandler,
  type CallTarget,
  discover,
  type ExtensionConnection,
  type RequestBody,
} from "@capstan/extension-kit/caller";
import type { BeforeBackupRequest, Destination } from "./api/v1beta1/hooks.ts";
import { hookCatalog } from "./generated/catalog.ts";

/** The backup that is about to begin. */
export type Backup = RequestBody<BeforeBackupRequest>;

/** What the extensions say of a backup. */
export interface Decision {
  /** How long to wait before they are called again; 0 to begin. */
  readonly waitSeconds: number;
  readonly message: string;
  /** Where the backup goes. */
  readonly destination: Destination;
}

/** The handlers of Vault's hooks that an extension has. */
export async function targetsOf(connection: ExtensionConnection): Promise<readonly CallTarget[]> {
  const handlers = await discover(connection, Object.values(hookCatalog));
  return handlers.map((handler) => ({ connection, handler }));
}

/** Calls the handlers one after the other; each gets the destination that the one before it chose. */
export async function beforeBackup(targets: readonly CallTarget[], backup: Backup): Promise<Decision> {
  const hook = hookCatalog.BeforeBackup;
  const answers: { message?: string; retryAfterSeconds: number }[] = [];
  let { destination } = backup;
  for (const target of targets.filter(({ handler }) => handler.hook.name === hook.name)) {
    const answer = await callHandler(hook, target, { ...backup, destination });
    destination = { ...destination, ...answer.destination };
    answers.push(answer);
  }
  const { retryAfterSeconds: waitSeconds, message } = aggregate(answers);
  return { waitSeconds, message, destination };
}

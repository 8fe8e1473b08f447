// A second Ctrl-C under `capstan dev`: everything that runs is killed, and the command ends as the signal ends any other.
import { killAllNow } from "../project/run-node.ts";

/** The signals that end dev: the first one in order. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** After `stopping` aborts, the next signal kills everything at once, until `release` is called. */
export function killOnSecondSignal(stopping: AbortSignal): { release(): void } {
  const release = (): void => {
    stopping.removeEventListener("abort", listen);
    for (const name of stopSignals) process.off(name, kill);
  };
  const kill = (name: NodeJS.Signals): void => {
    killAllNow();
    // Without a listener, the signal does what it does by itself.
    for (const each of stopSignals) process.removeAllListeners(each);
    process.kill(process.pid, name);
  };
  const listen = (): void => {
    // Not yet for the signal that aborts it: the handlers of that are called now.
    setImmediate(() => {
      for (const name of stopSignals) process.on(name, kill);
    });
  };
  if (stopping.aborted) listen();
  else stopping.addEventListener("abort", listen, { once: true });
  return { release };
}

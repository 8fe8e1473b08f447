// The console of a session: the changes of its API server become the time line, and the faults of an embedded one can be switched.
import type { Client } from "@capstan/client";
import type { DevServer } from "../dev/dev-server.ts";
import { Timeline } from "../dev/timeline/timeline.ts";
import type { ConsoleCalls } from "./calls/call-routes.ts";
import { clusterActions, ServerFaults } from "./cluster-actions.ts";
import { startConsole, type ConsoleOptions, type RunningConsole } from "./console-server.ts";
import type { ConsoleActions } from "./console-source.ts";
import { SessionSource } from "./session-source.ts";
import type { FaultName } from "./wire.ts";

/** What the console of a session needs. */
export interface EmbeddedConsoleOptions extends ConsoleOptions {
  readonly env: Pick<DevServer, "changes" | "faults">;
  /** Writes what people change. It stays open when the console is closed. */
  readonly client: Client;
  readonly project: string;
  /** What is played for the project. */
  readonly plays: readonly string[];
  /** What can be done beside objects and faults. */
  readonly more?: Pick<ConsoleActions, "kill" | "clock">;
  /** The calls of hooks. */
  readonly calls?: ConsoleCalls;
  /** Called with the faults that are on, when one was switched. */
  readonly switched?: (faults: readonly FaultName[]) => void;
}

/** A console with the source to feed. */
export interface EmbeddedConsole extends RunningConsole {
  /** Takes the trace, the log, the state of the process and errors. */
  readonly source: SessionSource;
}

/** Starts the console; resolves when it listens. */
export async function startEmbeddedConsole(options: EmbeddedConsoleOptions): Promise<EmbeddedConsole> {
  const { env, client, project, plays, more = {}, calls } = options;
  const timeline = new Timeline();
  const faults = env.faults && new ServerFaults(env.faults);
  const source: SessionSource = new SessionSource({
    timeline,
    actions: {
      ...clusterActions(client),
      ...more,
      ...(faults && {
        fault: (name, on) => {
          const message = faults.set(name, on);
          source.update({ faults: faults.active });
          options.switched?.(faults.active);
          return Promise.resolve(message);
        },
      }),
    },
    calls,
    facts: { project, plays, server: client.server },
  });
  const end = env.changes((change) => timeline.add(change));
  const running = await startConsole(source, options);
  const close = async (): Promise<void> => {
    end();
    await running.close();
  };
  return { ...running, source, close, [Symbol.asyncDispose]: close };
}

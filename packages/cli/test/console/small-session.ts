// A session for tests of the page: a few objects that do not change by themselves, and actions that are written down.
import { onTestFinished } from "vitest";
import type { UnstructuredObject } from "@capstan/kube";
import { startConsole, type RunningConsole } from "../../src/console/console-server.ts";
import type { CallDesk } from "../../src/console/calls/call-desk.ts";
import { SessionSource } from "../../src/console/session-source.ts";
import { timeInWords } from "../../src/console/time-words.ts";
import { Timeline } from "../../src/dev/timeline/timeline.ts";

const group = "cluster.x-k8s.io/v1beta2";

/** The parts of an object that matter here. */
export interface SmallObject {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string;
  /** The name of the owner, whose uid is the same. */
  readonly owner?: string;
  readonly spec?: object;
  readonly data?: object;
  readonly status?: object;
}

/** The session. */
export class SmallSession {
  readonly source: SessionSource;
  readonly console: RunningConsole;
  /** The sentences of the actions that were done. */
  readonly done: string[];
  #version = 0;

  private constructor({ source, console, done }: Pick<SmallSession, "source" | "console" | "done">) {
    this.source = source;
    this.console = console;
    this.done = done;
  }

  /** Starts it until the test ends, with a Cluster and its MachineDeployment. */
  static async start(calls?: CallDesk): Promise<SmallSession> {
    const done: string[] = [];
    const does = (sentence: string): Promise<string> => {
      done.push(sentence);
      return Promise.resolve(sentence);
    };
    const source: SessionSource = new SessionSource({
      timeline: new Timeline(),
      actions: {
        delete: ({ kind, metadata }) => does(`deleting ${kind} ${metadata.name}`),
        clock: (seconds) => {
          source.update({ aheadSeconds: seconds });
          return does(`${timeInWords(seconds)} later`);
        },
        apply: ({ kind, metadata }) => does(`updated ${kind} ${metadata.name}`),
      },
      calls,
      facts: { project: "small", plays: ["Cluster API's core"], server: "https://127.0.0.1:1" },
    });
    const session = new SmallSession({ source, console: await startConsole(source), done });
    onTestFinished(() => session.console.close());
    session.put({ kind: "Cluster", name: "dev" });
    session.put({ kind: "MachineDeployment", name: "workers", owner: "dev" });
    source.update({ process: "ready" });
    return session;
  }

  /** Adds an object. */
  put({ kind, name, apiVersion = group, owner, spec, data, status = {} }: SmallObject): void {
    this.#version += 1;
    const resourceVersion = String(this.#version);
    const owners =
      owner === undefined ? [] : [{ apiVersion, kind: "Cluster", name: owner, uid: owner, controller: true }];
    const object: UnstructuredObject = {
      apiVersion,
      kind,
      metadata: { name, namespace: "default", uid: name, resourceVersion, ownerReferences: owners },
      ...(spec !== undefined && { spec }),
      ...(data !== undefined && { data }),
      status,
    };
    const key = { namespace: "default", name };
    const type = this.source.timeline.now.size === 0 ? "ADDED" : "MODIFIED";
    this.source.timeline.add({ time: Date.now(), type, apiVersion, kind, key, resourceVersion, object });
  }
}

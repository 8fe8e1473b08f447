// Cluster API around the project under `capstan dev`: its core, and the roles that the project does not bring, simulated on the control plane of dev. While nothing
// changes, a step makes no request.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@capstan/client";
import { createCoreSim, type TopologyHooks, workloadServers } from "@capstan/core-sim";
import { errorFrom, isCapstanError, oneLine } from "@capstan/kube";
import { startTestEnv } from "@capstan/testenv";
import { type PlayedRoles, rolesAround } from "./played-roles.ts";
import { RecentEntries } from "./recent-entries.ts";

/** What the simulation works with. */
export interface PlayedCoreOptions {
  /** Its clock. Default: that of the system. */
  readonly now?: () => number;
  readonly client: Client;
  /** The roles that are simulated beside core and Nodes. Default: all. */
  readonly play?: PlayedRoles["play"];
  /** Calls the hooks of the project. Default: none are called. */
  readonly hooks?: TopologyHooks;
  /** Prints a line about something that cannot be simulated. */
  readonly note: (line: string) => void;
}

/** How long to wait between two steps, so that one sees what changes together. */
const pauseMs = 50;

/** With hundreds of objects that go on changing, a step takes long and mostly has nothing to write: then it rests for so many times as long, and no longer than that. */
const rest = { times: 4, mostMs: 1000 };

/** The simulation while it runs. */
export interface PlayedCore {
  /** Has it look at all Clusters: hooks may answer something else. */
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts it. */
export function startPlayedCore(options: PlayedCoreOptions): PlayedCore {
  const { client, hooks, now = Date.now, note, play = rolesAround([]).play } = options;
  const stop = new AbortController();
  const { signal } = stop;
  const nodes = workloadServers(() => startTestEnv({ backend: "embedded", embedded: { now } }));
  /** The problems of objects: one that stays is printed once, also beside another one of the same object. */
  const problems = new RecentEntries<boolean>();
  const onError = (error: Error, reconciled: string): void => {
    const { place, message } = problemOf(error, reconciled);
    const line = `core (simulated): ${place}: ${oneLine(message)}`;
    const isNew = problems.get(line) === undefined;
    problems.set(line, true);
    if (isNew && !signal.aborted) note(line);
  };
  const sim = createCoreSim({
    client,
    now,
    watch: true,
    onError,
    play: { ...play, nodes: { ...nodes, fillsIn: true }, topologies: hooks ?? true },
  });
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const began = performance.now();
      const wrote = await sim.step().catch((error: unknown) => {
        onError(errorFrom(error), "a step");
        return [];
      });
      const restMs = wrote.length > 0 ? 0 : Math.min(rest.mostMs, rest.times * (performance.now() - began));
      await sleep(Math.max(pauseMs, restMs), undefined, { signal }).catch(() => undefined);
      await sim.due(signal);
    }
  };
  const ended = run();
  return {
    wake: () => sim.wake(),
    stop: async () => {
      stop.abort();
      await ended;
      sim.close();
      await nodes.stop();
    },
  };
}

/** What a line says about an error. A CRD without a contract label concerns every object that refers to its kind: it is one problem, and not one of each object. */
function problemOf(error: Error, reconciled: string): { readonly place: string; readonly message: string } {
  if (!isCapstanError(error, "contract/no-contract-label")) return { place: reconciled, message: error.message };
  const { message, help = "" } = error;
  return { place: message, message: `core cannot read objects of this kind: ${help}` };
}

// Which machines a pool keeps, starts and ends.
import type { Machine } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { membersOf } from "../src/pool-members.ts";

interface Case {
  readonly name: string;
  readonly started: readonly number[];
  readonly replicas: number;
  /** The numbers of machines whose Machines are marked for deletion. */
  readonly marked?: readonly number[];
  /** The numbers of machines whose Machines are being deleted. */
  readonly ending?: readonly number[];
  readonly wanted: readonly number[];
  readonly excess?: readonly number[];
}

const cases: readonly Case[] = [
  { name: "starts the first", started: [], replicas: 2, wanted: [0, 1] },
  { name: "keeps what runs", started: [1, 0], replicas: 2, wanted: [0, 1] },
  { name: "fills a gap", started: [0, 2], replicas: 3, wanted: [0, 2, 1] },
  { name: "ends the highest, by number", started: [10, 9, 2], replicas: 2, wanted: [2, 9], excess: [10] },
  { name: "ends a marked one first", started: [0, 1, 2], replicas: 2, marked: [0], wanted: [1, 2], excess: [0] },
  { name: "keeps a marked one that is needed", started: [0, 1], replicas: 2, marked: [0], wanted: [1, 0] },
  { name: "replaces one that ends under another name", started: [0, 1], replicas: 2, ending: [0], wanted: [1, 2] },
  {
    name: "does not take the name of one whose process has ended",
    started: [1],
    replicas: 2,
    ending: [0],
    wanted: [1, 2],
  },
  { name: "ends all", started: [0, 1], replicas: 0, wanted: [], excess: [0, 1] },
];

test.each(cases)("$name", ({ started, replicas, marked = [], ending = [], wanted, excess = [] }) => {
  const pool = { namespace: "default", name: "workers" };
  const members = (numbers: readonly number[]): object[] =>
    numbers.map((index) => ({ namespace: "default", name: `workers.${index}` }));
  const machine = (index: number, metadata: Machine["metadata"]): Machine => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name: `workers.${index}`, ...metadata },
    spec: { clusterName: "demo", bootstrap: {}, infrastructureRef: { apiGroup: "", kind: "", name: "" } },
  });
  const machines = [
    ...marked.map((index) => machine(index, { annotations: { "cluster.x-k8s.io/delete-machine": "" } })),
    ...ending.map((index) => machine(index, { deletionTimestamp: "2026-01-01T00:00:00Z" })),
  ];
  const state = { pool, replicas, machines, started: started.map((index) => ({ ...pool, name: `workers.${index}` })) };
  const found = membersOf(state);
  expect(found).toMatchObject({ wanted: members(wanted), excess: members(excess) });
  const numbers = [...new Set([...started, ...wanted])].toSorted((a, b) => a - b);
  expect(found.all).toEqual(members(numbers));
});

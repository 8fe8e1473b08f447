// What is watched and cached, beside the invariants of the facts: namespaces, selectors, transforms, and what is added later.
import type { Invariant } from "../invariant.ts";

const cache = "packages/operator/src/cache";
const manager = "packages/operator/src/manager";
const remote = "packages/controller-kit/src/remote";
const suite = "packages/operator/test/watches-suite.ts";
const file = `${manager}/watches-embedded.test.ts`;

/** W1 to W8. */
export const watchRows: readonly Invariant[] = [
  {
    id: "W1",
    says: "Of several namespaces, each has a version of its own: a write is seen when the watch of its namespace has seen it.",
    file: `${cache}/stores.test.ts`,
    title: "a version is that of its namespace",
    mutant: {
      source: `${cache}/stores.ts`,
      from: "return hasReached(this.#of(namespace)?.version, version);",
      to: "return [...this.#stores.values()].some((store) => hasReached(store.version, version));",
    },
  },
  {
    id: "W1",
    says: "A read of a namespace that is not watched is an error, never an empty result.",
    file,
    suite,
    title: "a manager of two namespaces caches and reconciles what is in them",
    mutant: {
      source: `${cache}/informer-set.ts`,
      from: "if (namespace !== undefined && !informer.store.covers(namespace))",
      to: "if (false)",
    },
  },
  {
    id: "W2",
    says: "A transform that changes the identity of an object is an error, and its object is not cached.",
    file,
    suite,
    title: "a transform that changes the identity of an object",
    mutant: { source: `${cache}/transform.ts`, from: "if (changed.length > 0)", to: "if (false)" },
  },
  {
    id: "W3",
    says: "Two controllers cannot cache different objects of one kind.",
    file: `${cache}/selection.test.ts`,
    title: "a selector and everything",
    mutant: {
      source: `${cache}/selection.ts`,
      from: "if (known?.isManager === true && ",
      to: "if (known !== undefined && ",
    },
  },
  {
    id: "W4",
    says: "Nothing waits for a kind that is optional, and it is watched when the server has it.",
    file,
    suite,
    title: "an optional kind that appears later is watched from then on",
    mutant: {
      source: `${cache}/informer.ts`,
      from: "return this.synced || this.#isAbsent;",
      to: "return this.synced;",
    },
  },
  {
    id: "W5",
    says: "A watch that is added later gets the objects that are cached already.",
    file,
    suite,
    title: "a controller and a watch that are added later",
    mutant: { source: `${cache}/informer.ts`, from: "if (this.#running) this.#wait", to: "if (false) this.#wait" },
  },
  {
    id: "W7",
    says: "A workload cluster with more objects than are allowed is not watched, so that a tenant cannot fill the memory.",
    file: `${remote}/cluster-watch.slow.test.ts`,
    title: "a workload cluster with too many objects is not watched",
    mutant: {
      source: `${remote}/bounded-list.ts`,
      from: "const isOver = items.length > left;",
      to: "const isOver = items.length > 1e9;",
    },
  },
  {
    id: "W8",
    says: "What is deleted in a workload cluster while nothing watches it causes a pass after the next list.",
    file: `${remote}/cluster-watch.slow.test.ts`,
    title: "what changed while there was no connection is found by the next one",
    mutant: {
      source: `${remote}/cluster-watch.ts`,
      from: "      this.#seen.delete(name);\n      push(this.#keysBefore(seen));",
      to: "      this.#seen.delete(name);",
    },
  },
  {
    id: "W8",
    says: "So does what comes after a change at which each watch ends without an error.",
    file: `${remote}/faulty-servers.slow.test.ts`,
    title: "what comes after a change at which each watch ends without an error, at once, is found by a list",
    mutant: {
      source: `${remote}/cluster-watch.ts`,
      from: "if (this.#stuck.needsList) this.#version = undefined;",
      to: "",
    },
  },
  {
    id: "W6",
    says: "What only a leader may have is created before its controllers start.",
    file: `${manager}/manager.test.ts`,
    title: "what only a leader may have is there before controllers start",
    mutant: {
      source: `${manager}/manager-run.ts`,
      from: "    await task;\n",
      to: "",
    },
  },
];

// What `ctx.once` promises of calls of a cloud that must not be made twice.
import type { Invariant } from "../invariant.ts";

const once = "packages/controller-kit/src/once";
const kills = { file: `${once}/kills.test.ts` };
const steps = { file: `${once}/once-thing.test.ts` };
const crash = { file: `${once}/crash.slow.test.ts` };
const source = `${once}/once-thing.ts`;

const noIntent = {
  source,
  from: "await store.write({ attempt });\n    await pass.checkPause();",
  to: "await pass.checkPause();",
};
const noAdoption = { source, from: "if (store.note.ref === undefined && first !== undefined)", to: "if (false)" };
const keptExtras = { source, from: "await this.#removeAll(extras);", to: "" };
const oneOfTwo = "one create is sent, whatever two calls two managers are killed at, and what it made is returned";
const tenKills = "ten seconds after ten kills no machine has two servers, and none ever had another providerID";
const slowCloud =
  "of a cloud that is slower than `settle` two managers remove the doubles, and none ever was a providerID";

/** S1 to S8. */
export const safeCallRows: readonly Invariant[] = [
  {
    id: "S1",
    says: "The object says what is created before the cloud is called.",
    ...kills,
    title: oneOfTwo,
    mutant: noIntent,
  },
  { id: "S1", says: "So managers that are killed create nothing twice.", ...crash, title: tenKills, mutant: noIntent },
  {
    id: "S2",
    says: "What is found by the id is adopted.",
    ...kills,
    title: oneOfTwo,
    mutant: noAdoption,
  },
  { id: "S2", says: "So do managers that start again.", ...crash, title: tenKills, mutant: noAdoption },
  {
    id: "S3",
    says: "What is found in addition is removed.",
    ...kills,
    title: "both believe that they lead",
    mutant: keptExtras,
  },
  {
    id: "S3",
    says: "Also when a cloud is slower than its author says.",
    ...crash,
    title: slowCloud,
    mutant: keptExtras,
  },
  {
    id: "S4",
    says: "Of two processes that both believe that they lead one goes on.",
    ...kills,
    title: "both believe that they lead",
    mutant: {
      source: `${once}/note-store.ts`,
      from: "if (this.#textOf(live) !== read || this.#isDeletedSince(live)) throw this.#changed();",
      to: "",
    },
  },
  {
    id: "S5",
    says: "Nothing is created for an object that a move has copied.",
    ...steps,
    title: "after the pass began",
    mutant: {
      source,
      from: "await store.write({ attempt });\n    await pass.checkPause();",
      to: "await store.write({ attempt });",
    },
  },
  {
    id: "S6",
    says: "A process that does not lead any more creates nothing.",
    ...kills,
    title: "one has lost its Lease",
    mutant: { source, from: "pass.assertLeader();\n    let thing: T;", to: "let thing: T;" },
  },
  {
    id: "S7",
    says: "A deletion is not over before the effect of every create is known.",
    ...kills,
    title: "nothing is left of an object that is deleted after a kill at any call, whenever the next one comes",
    mutant: { source, from: "if (remaining > 0) {", to: "if (false) {" },
  },
  {
    id: "S8",
    says: "An id is of use to the object alone that it was made for.",
    ...steps,
    title: "a copy of the annotation on another object is of no use: the object gets a thing of its own",
    mutant: {
      source: `${once}/note.ts`,
      from: "return note.id === idOf(note.seed, place) ? note : undefined;",
      to: "return note;",
    },
  },
];

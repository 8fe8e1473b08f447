// What the documents about runtime hooks demand, each with what shows it.
import type { Evidence } from "../evidence.ts";

/** A type that leaves no other way, by the name that a file exports. */
export interface TypeEvidence {
  readonly file: string;
  readonly type: string;
}

/** What is demanded, in our words, and one of: what shows it, why it is not ours, or what is missing. */
export type Demand = { readonly demand: string } & (
  | { readonly shownBy: readonly (Evidence | TypeEvidence)[] }
  | { readonly notOurs: string }
  | { readonly open: string }
);

/** Demands by id. */
export type Demands = Readonly<Record<string, Demand>>;

/** The columns of the table: what a demand can be. */
export const answers = ["test", "type", "not ours", "open"] as const;

/** What a demand is; one with a test and a type is a test. */
export function answerOf(demand: Demand): (typeof answers)[number] {
  if ("notOurs" in demand) return "not ours";
  if ("open" in demand) return "open";
  return demand.shownBy.some((evidence) => "test" in evidence) ? "test" : "type";
}

/** A demand on others: on core, on people, or on Go. */
export function notOurs(demand: string, reason: string): Demand {
  return { demand, notOurs: reason };
}

// What an area of attacks says about itself. Each area runs in a process of its own, so that a crash, a stall or memory of one is not
// counted for another.
import type { Lab } from "./lab.ts";

/** Attacks on one part of the product, and random hostile input for it. */
export interface Area {
  /** What `--area` selects, for example "envsubst". */
  readonly name: string;
  readonly attacks: readonly Attack[];
  readonly fuzzes: readonly Fuzz[];
}

/** One attack that was shown to work on 0.1. */
export interface Attack {
  /** What is done, for the table. */
  readonly name: string;
  /** What 0.1 did, measured then. */
  readonly before: string;
  /** Tries it, and returns what happens now, for the table. Rejects when it works. */
  readonly run: (lab: Lab) => Promise<string>;
}

/** Random hostile input. What goes wrong is reported to the lab; a clear error for an input is right. */
export interface Fuzz {
  /** What is sent, for the table. */
  readonly name: string;
  /** How much memory may be in use above what was in use before. Default: 256 MiB. */
  readonly growthLimitMiB?: number;
  /** Sends this many inputs. */
  readonly run: (lab: Lab, inputs: number) => Promise<void>;
}

/** What one attack did. */
export interface AttackResult {
  readonly name: string;
  readonly before: string;
  readonly now: string;
  readonly failed: boolean;
}

/** What the inputs of one fuzz did. */
export interface FuzzResult {
  readonly name: string;
  readonly inputs: number;
  /** Foreign text that ran as code, crashes, and stalls beyond their limit; each with its input. */
  readonly faults: readonly Fault[];
  readonly longestStallMs: number;
  readonly growthMiB: number;
  readonly seconds: number;
}

/** One thing that went wrong. */
export interface Fault {
  readonly kind: "executed" | "crashed" | "stalled" | "grew" | "wrong";
  readonly text: string;
}

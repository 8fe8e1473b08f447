// What a generated test file says while it is loaded outside of a test runner: its suites, the conversion of each, and its tests.
import type { CheckedConversion } from "@capstan/schema/conversions";

/** One test of a generated file. It throws when what it proves does not hold. */
export interface Proof {
  readonly name: string;
  readonly run: () => void;
}

/** One suite of a generated file: a kind, or its template, between two versions. */
export interface ProofSuite {
  readonly name: string;
  readonly conversion: CheckedConversion;
  readonly proofs: readonly Proof[];
}

interface OpenSuite {
  readonly name: string;
  conversion?: CheckedConversion;
  readonly proofs: Proof[];
}

let suites: OpenSuite[] = [];

/** Begins a suite, and runs what declares its tests. */
export function recordSuite(name: string, declare: () => void): void {
  suites.push({ name, proofs: [] });
  declare();
}

/** Notes a test of the suite that began last. */
export function recordProof(proof: Proof): void {
  current().proofs.push(proof);
}

/** Notes the conversion of the suite that began last. */
export function recordConversion(conversion: CheckedConversion): void {
  current().conversion = conversion;
}

/** The suites since the last call. */
export function takeSuites(): readonly ProofSuite[] {
  const taken = suites.map(({ name, conversion, proofs }) => {
    if (conversion === undefined) throw new Error(`the suite "${name}" checks no conversion`);
    return { name, conversion, proofs };
  });
  suites = [];
  return taken;
}

function current(): OpenSuite {
  const last = suites.at(-1);
  if (last === undefined) throw new Error("a test stands outside of a suite");
  return last;
}

let realms = 0;

/** Lets modules be loaded again from now on. */
export function newRealm(): void {
  realms += 1;
}

/** What is in the URL of a module that is loaded now. */
export function currentRealm(): string {
  return `realm=${realms}`;
}

// Pools and claims by name, for the suites of IP pools.
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import { FooIPPool } from "./foo-kinds.ts";
import type { PassBench } from "./pass-bench.ts";

/** Pools, claims and their addresses in the namespace of a bench. */
export class IPPoolBench {
  readonly #bench: PassBench;

  constructor(bench: PassBench) {
    this.#bench = bench;
  }

  /** Creates the pool "p". */
  createPool(spec: FooIPPool["spec"] = { ranges: ["10.0.0.1-10.0.0.3"] }): Promise<FooIPPool> {
    return this.#bench.create(FooIPPool, { metadata: { name: "p" }, ...(spec === undefined ? {} : { spec }) });
  }

  /** Creates a claim of the pool "p". */
  createClaim(name: string, spec: Partial<IPAddressClaim["spec"]> = {}): Promise<IPAddressClaim> {
    const poolRef = { apiGroup: "ipam.foo.io", kind: "FooIPPool", name: "p" };
    return this.#bench.create(IPAddressClaim, { metadata: { name }, spec: { poolRef, ...spec } });
  }

  /** The address in the IPAddress of a claim. */
  async addressOf(name: string): Promise<string> {
    return (await this.#bench.get(IPAddress, name)).spec.address;
  }

  /** The Ready condition of a claim. */
  async ready(name: string): Promise<string> {
    const { status } = await this.#bench.get(IPAddressClaim, name);
    const condition = status?.conditions?.find(({ type }) => type === "Ready");
    return `${condition?.status}/${condition?.reason}: ${condition?.message}`;
  }

  /** Runs passes until one reconciles or a step repeats, and returns the steps. */
  async steps(controller: ControllerDefinition, name: string): Promise<readonly string[]> {
    const seen: string[] = [];
    do seen.push((await this.#bench.pass(controller, name)).step);
    while (seen.at(-1) !== "reconciled" && seen.at(-1) !== seen.at(-2));
    return seen;
  }
}

// Calls of a killed manager that have their effect late, made here: a second server with the tag of one that there is. And how long each stays.
import type { FakeCloud } from "../../examples/provider-http/src/fake-cloud/fake-cloud.ts";
import type { Thing } from "../../examples/provider-http/src/fake-cloud/things.ts";

interface LateEffect {
  readonly id: string;
  /** When the manager that is to end it led; one before it may have been killed too early. */
  ledAt?: number;
}

/** The doubles of a run. */
export class LateEffects {
  readonly #cloud: FakeCloud;
  readonly #effects: LateEffect[] = [];

  constructor(cloud: FakeCloud) {
    this.#cloud = cloud;
  }

  /** Doubles the server of one of these machines, if one has a server. Call it while no manager runs: the machine then exists until the next one leads. */
  double(machines: readonly string[]): void {
    const { things } = this.#cloud;
    const server = this.#live().find(({ owner }) => owner !== undefined && machines.includes(owner.name));
    if (server !== undefined) this.#effects.push({ id: things.create("servers", server).id });
  }

  /** Another manager leads. */
  managerLeads(): void {
    const now = performance.now();
    for (const effect of this.#effects)
      effect.ledAt = this.#endOf(effect.id) === Number.POSITIVE_INFINITY ? now : (effect.ledAt ?? now);
  }

  has(id: string): boolean {
    return this.#effects.some((effect) => effect.id === id);
  }

  /** The tags that two servers have. */
  doubles(): readonly string[] {
    const tags = this.#live().map(({ tag }) => tag);
    return tags.filter((tag, index) => tags.indexOf(tag) !== index);
  }

  /** After how many seconds of a manager there was one server again, for each double. */
  report(): string {
    // Who leads is seen a little later than it begins.
    const seconds = this.#effects.map(({ id, ledAt = 0 }) => Math.max(0, this.#endOf(id) - ledAt) / 1000);
    const sorted = seconds.toSorted((a, b) => a - b).map((value) => value.toFixed(1));
    return `doubles ended so many seconds after a manager led: ${sorted.join(", ")}`;
  }

  /** When the double ended: one of the servers of its tag was removed, whichever was not kept. */
  #endOf(id: string): number {
    const { record } = this.#cloud.things;
    const double = record.find((thing) => thing.id === id);
    const ends = record
      .filter(({ tag }) => tag === double?.tag)
      .map(({ removedAt = Number.POSITIVE_INFINITY }) => removedAt)
      .filter((removedAt) => removedAt >= (double?.createdAt ?? 0));
    return Math.min(...ends);
  }

  #live(): readonly Thing[] {
    return this.#cloud.things.record.filter(({ sort, removedAt }) => sort === "servers" && removedAt === undefined);
  }
}

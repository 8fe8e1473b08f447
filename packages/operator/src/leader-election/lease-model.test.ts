// Elections in virtual time, in which everything may be late: what holds for those who lead.
import { expect, test } from "vitest";
import { Candidate, Computer, handWork, World } from "../../test/election-model.ts";
import { FakeApi } from "../../test/fake-api.ts";

interface Network {
  readonly upToMs: number;
  /** The share of messages that is lost. */
  readonly lost: number;
}

const goodNetwork: Network = { upToMs: 40, lost: 0 };
const networks: readonly Network[] = [
  goodNetwork,
  { upToMs: 3000, lost: 0.05 },
  { upToMs: 20_000, lost: 0.1 },
  { upToMs: 200, lost: 0.5 },
  { upToMs: 0, lost: 1 },
];

/** How fast clocks run. */
const [slowest, fastest] = [0.9, 1.1];

interface PlaceOptions {
  readonly world: World;
  readonly api: FakeApi;
  readonly random: () => number;
  /** Default: any. */
  readonly rate?: number;
}

/** A computer of the election, and the process that it has now. */
class Place {
  network: Network = goodNetwork;
  readonly computer: Computer;
  candidate: Candidate;
  readonly name: string;
  #processes = 0;

  constructor(name: string, { world, api, random, rate = slowest + random() * (fastest - slowest) }: PlaceOptions) {
    this.name = name;
    this.computer = new Computer(world, api, {
      skewMs: random() * 120_000 - 60_000,
      rate,
      way: () => (random() < this.network.lost ? undefined : random() * this.network.upToMs),
      random,
    });
    this.candidate = this.#start();
  }

  /** Ends the process, and starts another one. */
  restart(release: boolean): void {
    this.candidate.end(release);
    this.candidate = this.#start();
  }

  #start(): Candidate {
    return new Candidate(this.computer, `${this.name}-${this.#processes++}`);
  }
}

/** An election of three, in which something happens every few seconds. */
class Election {
  /** When two led at the same time. */
  readonly both: string[] = [];
  terms: number = 0;
  losses: number = 0;
  #seed: number;
  #leader: string | undefined;
  readonly #api = new FakeApi();
  readonly #world = new World(() => this.#random());
  readonly #places: readonly Place[];

  constructor(seed: number) {
    this.#seed = seed;
    const parts = { world: this.#world, api: this.#api, random: () => this.#random() };
    this.#places = ["a", "b", "c"].map((name) => new Place(name, parts));
  }

  async run(steps: number): Promise<void> {
    const acts: readonly (() => Promise<void> | void)[] = [
      () => this.#changeNetwork(this.#oneOf(this.#places)),
      () => this.#changeNetwork(this.#oneOf(this.#places)),
      () => this.#oneOf(this.#places).computer.stop(this.#random() * 40_000),
      () => this.#oneOf(this.#places).restart(this.#random() < 0.5),
      () => this.#meddle(),
    ];
    for (let step = 0; step < steps; step++) {
      await this.#pass(this.#random() * 15_000);
      await this.#oneOf(acts)();
      const lost = this.#places.filter(({ candidate }) => candidate.elector.lost.aborted);
      for (const place of lost) place.restart(false);
      this.losses += lost.length;
    }
    for (const { candidate } of this.#places) candidate.end(false);
  }

  /** Somebody changes the lease by hand. A process that has never seen the leader cannot know of it when its lease vanishes, so none is new then. */
  async #meddle(): Promise<void> {
    for (const place of this.#places) place.network = goodNetwork;
    await this.#pass(45_000);
    for (const place of this.#places) if (this.#random() < 0.7) this.#changeNetwork(place);
    await this.#pass(this.#random() * 40_000);
    for (const place of this.#places) if (this.#random() < 0.7) this.#changeNetwork(place);
    await this.#oneOf(handWork)(this.#api);
    await this.#pass(20_000);
  }

  #changeNetwork(place: Place): void {
    place.network = this.#oneOf(networks);
  }

  async #pass(ms: number): Promise<void> {
    await this.#world.pass(ms, () => {
      const leading = this.#places.filter(({ candidate }) => candidate.elector.leads).map(({ name }) => name);
      if (leading.length > 1) this.both.push(`${leading.join(" and ")} at ${Math.round(this.#world.now)} ms`);
      if (leading.length > 0 && leading[0] !== this.#leader) this.terms += 1;
      this.#leader = leading[0] ?? this.#leader;
    });
  }

  #random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }

  #oneOf<T>(all: readonly T[]): T {
    const found = all[Math.floor(this.#random() * all.length)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  }
}

test("of three processes with clocks that differ, on networks that delay and lose, no two ever lead at once (L4)", async () => {
  const held = Array.from({ length: 15 }, (_, i) => new Election((i + 1) * 7919));
  for (const one of held) await one.run(60);
  expect(held.flatMap(({ both }) => both)).toEqual([]);
  // It would be easy if nobody led.
  expect(held.filter(({ terms, losses }) => terms < 5 || losses < 5)).toEqual([]);
});

test("when the lease of a leader with a slow clock is deleted, one with a fast clock that was stopped meanwhile waits long enough (L4)", async () => {
  const both: number[] = [];
  let takenOver = 0;
  for (let renewedAgo = 0; renewedAgo < 2200; renewedAgo += 100) {
    const parts = { world: new World(() => 0), api: new FakeApi(), random: () => 0 };
    const leader = new Place("slow", { ...parts, rate: slowest });
    await parts.world.pass(20_000 - renewedAgo, () => undefined);
    const other = new Place("fast", { ...parts, rate: fastest });
    await parts.world.pass(5000, () => undefined);
    other.computer.stop(14_000);
    await parts.world.pass(13_990, () => undefined);
    leader.network = { upToMs: 0, lost: 1 };
    parts.api.objects.clear();
    const leads = ({ candidate }: Place): boolean => candidate.elector.leads;
    await parts.world.pass(25_000, () => leads(leader) && leads(other) && both.push(parts.world.now));
    takenOver += Number(leads(other));
    for (const { candidate } of [leader, other]) candidate.end(false);
  }
  expect([both, takenOver]).toEqual([[], 22]);
});

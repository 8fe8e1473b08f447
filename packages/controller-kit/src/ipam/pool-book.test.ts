// What a book asks of the API server, and what it costs: one read and one write for all claims that wait, a list only when another has written.
import type { IPAddress } from "@capstan/api/ipam/v1beta2";
import { afterEach, expect, test, vi } from "vitest";
import { FakeClient, apiError, conflict } from "../../test/fake-client.ts";
import { FooIPPool, GlobalIPPool } from "../../test/foo-kinds.ts";
import { addressesIn } from "./addresses-in.ts";
import { claimId } from "./claim-id.ts";
import { noEnding, PoolBook } from "./pool-book.ts";
import { maxReservations } from "./reservation-note.ts";

const key = { namespace: "ns", name: "p" };
const place = { resource: FooIPPool, key };
const note = "ipam.foo.io/reservations";

function poolOf(fake: FakeClient): Record<string, string> {
  const text = fake.objects.get("ns/p")?.metadata.annotations?.[note] ?? "{}";
  // Written by the book.
  return (JSON.parse(text) as { reservations?: Record<string, string> }).reservations ?? {};
}

function start(): FakeClient {
  const fake = new FakeClient();
  fake.put<FooIPPool>({ apiVersion: "ipam.foo.io/v1", kind: "FooIPPool", metadata: key });
  return fake;
}

/** The id of a claim of this name, which is its uid, too. */
function idOf(name: string): string {
  return claimId({ namespace: "ns", name, uid: name });
}

interface PutOptions {
  readonly kind?: string;
  readonly namespace?: string;
  /** The name of the claim in the reference. */
  readonly claim?: string;
}

/** Puts an IPAddress whose controller has the uid of a claim. */
function putAddress(fake: FakeClient, uid: string, address: string, options: PutOptions = {}): void {
  const { kind = "FooIPPool", namespace = "ns", claim = uid } = options;
  const owner = {
    apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
    kind: "IPAddressClaim",
    name: uid,
    uid,
    controller: true,
  };
  fake.put<IPAddress>({
    apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
    kind: "IPAddress",
    metadata: { namespace, name: uid, ownerReferences: [owner] },
    spec: { claimRef: { name: claim }, poolRef: { apiGroup: "ipam.foo.io", kind, name: "p" }, address, prefix: 24 },
  });
}

/** A removal of the IPAddress of a claim that ends with `removed`. */
function beginRemoval(book: PoolBook, claim: string): { release: Promise<void>; removed: (isGone: boolean) => void } {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return { release: book.release(claim, () => promise), removed: resolve };
}

const ten = addressesIn(["10.0.0.0-10.0.0.9"]);
const one = addressesIn(["10.0.0.0"]);

afterEach(() => {
  vi.restoreAllMocks();
});

test("claims that wait together cost one read and one write, and the first list is the only one", async () => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  const first = book.reserve("a", ten);
  const others = ["b", "c", "d", "e"].map((claim) => book.reserve(claim, ten));
  expect(await Promise.all([first, ...others])).toEqual(["10.0.0.0", "10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"]);
  expect(fake.reads.filter((read) => !read.startsWith("patched"))).toEqual([
    "get ns/p",
    'list ipaddresses {"namespace":"ns","lean":true}',
    "get ns/p",
  ]);
  expect(fake.writes.length).toBe(2);
});

test("after a write of another process the addresses are listed again, and reservations that are not needed are removed", async () => {
  const fake = start();
  const [mine, theirs] = [new PoolBook(fake.whole, place), new PoolBook(fake.whole, place)];
  expect(await mine.reserve("a", ten)).toBe("10.0.0.0");
  expect(await theirs.reserve(idOf("b"), ten)).toBe("10.0.0.1");
  putAddress(fake, "b", "10.0.0.1");
  putAddress(fake, "foreign", "10.0.0.2");
  expect(await mine.reserve("c", ten)).toBe("10.0.0.3");
  expect(poolOf(fake)).toEqual({ a: "10.0.0.0", c: "10.0.0.3" });
  mine.stored("a");
  expect(await mine.reserve("d", ten)).toBe("10.0.0.4");
  expect(poolOf(fake)).toEqual({ c: "10.0.0.3", d: "10.0.0.4" });
  mine.released("c");
  expect(await mine.reserve("e", ten)).toBe("10.0.0.3");
});

test("two processes that read at the same moment do not choose the same address", async () => {
  const fake = start();
  const books = [0, 1, 2].map(() => new PoolBook(fake.whole, place));
  const addresses = await Promise.all(books.map((book, index) => book.reserve(`claim-${index}`, ten)));
  expect(new Set(addresses)).toEqual(new Set(["10.0.0.0", "10.0.0.1", "10.0.0.2"]));
  expect(Object.keys(poolOf(fake))).toHaveLength(3);
});

test("an IPAddress that is created while the addresses are listed keeps its reservation", async () => {
  const fake = start();
  const [mine, theirs] = [new PoolBook(fake.whole, place), new PoolBook(fake.whole, place)];
  await mine.reserve("a", ten);
  await theirs.reserve("b", ten);
  const { listAll } = fake.client;
  const during = vi.spyOn(fake.client, "listAll").mockImplementation(async (...args) => {
    const list = await listAll(...args);
    mine.stored("a");
    return list;
  });
  expect(await mine.reserve("c", ten)).toBe("10.0.0.2");
  during.mockRestore();
  expect(poolOf(fake)).toEqual({ a: "10.0.0.0", b: "10.0.0.1", c: "10.0.0.2" });
});

/** A book that releases a claim at the moment when a read of this kind is answered. */
async function releaseDuring(method: "get" | "listAll", listAgain: boolean): Promise<FakeClient> {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  await book.reserve(idOf("a"), one);
  putAddress(fake, "a", "10.0.0.0");
  book.stored(idOf("a"));
  if (listAgain) await new PoolBook(fake.whole, place).reserve("c", ten);
  const read = fake.client[method];
  vi.spyOn(fake.client, method).mockImplementation(async (...args: readonly unknown[]) => {
    // The arguments are those of the call.
    const answer = await (read as (...given: readonly unknown[]) => Promise<unknown>)(...args);
    fake.objects.delete("ns/a");
    book.released(idOf("a"));
    return answer as never;
  });
  expect(await book.reserve("b", one)).toBe("10.0.0.0");
  return fake;
}

test.each([
  { method: "get", listAgain: false },
  { method: "get", listAgain: true },
  { method: "listAll", listAgain: true },
] as const)(
  "an address that is released during $method (list again: $listAgain) is given in the write that removes its reservation",
  async ({ method, listAgain }) => {
    const fake = await releaseDuring(method, listAgain);
    expect(poolOf(fake)).toEqual({ b: "10.0.0.0", ...(listAgain && { c: "10.0.0.1" }) });
  },
);

test("a claim that finds no address waits for the removals that began before it, and gets what they free", async () => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  await book.reserve("a", one);
  const { release, removed } = beginRemoval(book, "a");
  expect(book.isIdle).toBe(false);
  let answer: string | undefined = "none yet";
  const reserved = book.reserve("b", one).then((address) => (answer = address));
  await vi.waitFor(() => expect(fake.reads.length).toBeGreaterThan(2));
  await Promise.resolve();
  expect(answer).toBe("none yet");
  removed(true);
  await Promise.all([release, reserved]);
  expect(answer).toBe("10.0.0.0");
  expect(book.isIdle).toBe(true);
});

test("a claim that waits for a removal does not hold up those that find an address", async () => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  await book.reserve("a", one);
  const { release, removed } = beginRemoval(book, "a");
  const first = book.reserve("b", ten);
  const waiting = book.reserve("c", one);
  const other = book.reserve("d", ten);
  expect(await Promise.all([first, other])).toEqual(["10.0.0.1", "10.0.0.2"]);
  expect(poolOf(fake)).toEqual({ a: "10.0.0.0", b: "10.0.0.1", d: "10.0.0.2" });
  removed(true);
  await release;
  expect(await waiting).toBe("10.0.0.0");
  expect(poolOf(fake)).toEqual({ b: "10.0.0.1", c: "10.0.0.0", d: "10.0.0.2" });
});

test("a claim that waits for a removal does not hold up those that come after it", async () => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  await book.reserve("a", one);
  const { release, removed } = beginRemoval(book, "a");
  const waiting = book.reserve("b", one);
  await vi.waitFor(() => expect(fake.reads.length).toBeGreaterThan(2));
  expect(await book.reserve("c", ten)).toBe("10.0.0.1");
  removed(true);
  await release;
  expect(await waiting).toBe("10.0.0.0");
});

test("what a removal frees while the annotation is written is given to the claim that found no address", async () => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  await book.reserve("a", ten);
  await book.reserve("b", ten);
  const { release, removed } = beginRemoval(book, "a");
  // Its reservation is removed by the next write, so that there is one although nothing is chosen.
  book.stored("b");
  fake.beforeWrite = () => removed(true);
  expect(await book.reserve("c", one)).toBe("10.0.0.0");
  await release;
});

test("what is released in a read whose draft meets a conflict is free in the next one", async () => {
  const fake = start();
  const [mine, theirs] = [new PoolBook(fake.whole, place), new PoolBook(fake.whole, place)];
  await mine.reserve("a", ten);
  await theirs.reserve("b", ten);
  const { listAll } = fake.client;
  vi.spyOn(fake.client, "listAll").mockImplementationOnce(async (...args) => {
    mine.released("b");
    return listAll(...args);
  });
  let conflicts = 1;
  fake.beforeWrite = () => {
    if (conflicts-- > 0) throw conflict();
  };
  expect(await mine.reserve("c", ten)).toBe("10.0.0.1");
  expect(poolOf(fake)).toEqual({ a: "10.0.0.0", c: "10.0.0.1" });
});

test.each([
  { what: "stays", remove: async () => false },
  { what: "fails", remove: () => Promise.reject(apiError(500, "InternalError")) },
])("a removal that $what frees nothing, and a claim waits for it once", async ({ remove }) => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  await book.reserve("a", one);
  const [release, address] = await Promise.allSettled([book.release("a", remove), book.reserve("b", one)]);
  expect(release.status).toBe((await remove().catch(() => true)) ? "rejected" : "fulfilled");
  expect(address).toEqual({ status: "fulfilled", value: undefined });
  expect(poolOf(fake)).toEqual({ a: "10.0.0.0" });
});

test("a conflict begins again and gives the same address; another write of the pool costs no list", async () => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  await book.reserve("a", ten);
  let conflicts = 3;
  fake.beforeWrite = () => {
    if (conflicts-- > 0) throw conflict();
  };
  fake.reads.length = 0;
  expect(await book.reserve("b", ten)).toBe("10.0.0.1");
  expect(fake.reads.filter((read) => read.startsWith("list"))).toEqual([]);
});

test("after an error of a write it is not known what is stored: the next reservation lists", async () => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  fake.beforeWrite = () => {
    throw apiError(500, "InternalError");
  };
  await expect(book.reserve("a", ten)).rejects.toThrow("InternalError");
  fake.beforeWrite = () => undefined;
  fake.reads.length = 0;
  expect(await book.reserve("a", ten)).toBe("10.0.0.0");
  expect(fake.reads.some((read) => read.startsWith("list"))).toBe(true);
});

test("two forms of one address are one, and a wrong candidate fails its own claim only", async () => {
  const fake = start();
  putAddress(fake, "a", "FD00:0::1");
  const book = new PoolBook(fake.whole, place);
  const answers = await Promise.allSettled([
    book.reserve("b", ["fd00::1", "fd00:0:0::2"]),
    book.reserve("c", ["fd00::2", "gateway"]),
    book.reserve("d", ["fd00::2", "fd00::3"]),
  ]);
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : String(answer.reason)))).toEqual([
    "fd00::2",
    expect.stringContaining('"gateway" is not an IP address'),
    "fd00::3",
  ]);
});

test.each([
  { name: "an IPAddress in another namespace", options: { namespace: "other" } },
  { name: "an IPAddress that names another claim", options: { claim: "other" } },
])("$name does not count for the claim whose uid it has, but its address is taken", async ({ options }) => {
  const fake = start();
  fake.put<GlobalIPPool>({ apiVersion: "ipam.foo.io/v1", kind: "GlobalIPPool", metadata: { name: "p" } });
  const global = { resource: GlobalIPPool, key: { namespace: "", name: "p" } };
  const forged = { ...options, kind: "GlobalIPPool" };
  putAddress(fake, "a", "10.0.0.0", forged);
  const [first, second] = [new PoolBook(fake.whole, global), new PoolBook(fake.whole, global)];
  expect(await first.reserve(idOf("a"), ten)).toBe("10.0.0.1");
  // Nor does it end the claim's reservation, though it has that address now.
  putAddress(fake, "a", "10.0.0.1", forged);
  expect(await second.reserve(idOf("b"), ten)).toBe("10.0.0.0");
  fake.objects.delete("other/a");
  fake.objects.delete("ns/a");
  expect(await new PoolBook(fake.whole, global).reserve(idOf("c"), ten)).toBe("10.0.0.2");
});

test("a claim gets the address of its IPAddress only when that is one of the pool", async () => {
  const fake = start();
  putAddress(fake, "a", "192.168.66.66");
  putAddress(fake, "b", "10.0.0.2");
  putAddress(fake, "c", "FD00:0::3");
  putAddress(fake, "d", "10.0.0.4");
  const book = new PoolBook(fake.whole, place);
  expect(await book.reserve(idOf("a"), ten)).toBe("10.0.0.0");
  expect(await book.reserve(idOf("b"), ten)).toBe("10.0.0.2");
  expect(await book.reserve(idOf("c"), ["fd00::3"])).toBe("fd00::3");
  expect(await book.reserve(idOf("d"), ["10.0.0.2", "10.0.0.5"])).toBe("10.0.0.5");
  expect(await book.reserve("e", addressesIn(["192.168.66.66", "10.0.0.4-10.0.0.6"]))).toBe("10.0.0.6");
});

test("there is a limit of reservations, since an annotation has one", async () => {
  const fake = start();
  const claims = Array.from({ length: maxReservations }, (_, index) => [
    `claim-${index}`,
    `10.1.${index >> 8}.${index & 255}`,
  ]);
  const pool = fake.objects.get("ns/p");
  const text = JSON.stringify({ id: "x", reservations: Object.fromEntries(claims) as object });
  if (pool !== undefined) fake.put({ ...pool, metadata: { ...pool.metadata, annotations: { [note]: text } } });
  const book = new PoolBook(fake.whole, place);
  await expect(book.reserve("one-more", ten)).rejects.toThrow("too many addresses that are reserved");
  expect(await book.reserve("claim-7", ten)).toBe("10.1.0.7");
});

test("a pool that is never read remembers no more claims than a pool can have reservations", () => {
  const ending = noEnding();
  const book = new PoolBook(start().whole, place, ending);
  for (let index = 0; index < 2 * maxReservations; index += 1) book.released(`claim-${index}`);
  expect(ending.ended.size).toBe(maxReservations);
});

test("10,000 claims of one long pool cost little processor time", async () => {
  const fake = start();
  const book = new PoolBook(fake.whole, place);
  const before = process.threadCpuUsage();
  for (let round = 0; round < 20; round++) {
    const claims = Array.from({ length: 500 }, (_, index) => `${round}-${index}`);
    await Promise.all(claims.map((claim) => book.reserve(claim, addressesIn(["10.0.0.0/16"]))));
    for (const claim of claims) book.stored(claim);
  }
  const { user, system } = process.threadCpuUsage(before);
  expect(await book.reserve("last", addressesIn(["10.0.0.0/16"]))).toBe("10.0.39.17");
  // 0.2 s when right; reading the list from its start for each claim takes 15 s.
  expect(user + system).toBeLessThan(2_000_000);
});

test("a list of 12,500 addresses is read in turns of the event loop", async () => {
  const fake = start();
  for (let index = 0; index < 12_500; index++) putAddress(fake, `a${index}`, `fd00:1:2:3:4:5:6:${index.toString(16)}`);
  const book = new PoolBook(fake.whole, place);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  expect(await book.reserve("b", addressesIn(["fd00:1:2:3:4:5:6:0/112"]))).toBe("fd00:1:2:3:4:5:6:30d4");
  clearInterval(counting);
  // More than 10 when right: the addresses take 0.1 s or more. One when they are read in one turn.
  expect(turns).toBeGreaterThan(3);
});

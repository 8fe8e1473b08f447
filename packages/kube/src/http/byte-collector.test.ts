// Bytes in chunks of any size, up to a limit.
import { expect, test } from "vitest";
import { ByteCollector } from "./byte-collector.ts";

test("chunks come back as one, and the collector is empty afterwards", () => {
  const collector = new ByteCollector(300_000);
  const parts = Array.from({ length: 30 }, (_, i) => Buffer.alloc(10_000, i));
  for (const part of parts) expect(collector.add(part)).toBe(true);
  expect(collector.length).toBe(300_000);
  expect(collector.take().equals(Buffer.concat(parts))).toBe(true);
  expect([collector.length, collector.take().length]).toEqual([0, 0]);
  expect(collector.add(Buffer.alloc(300_000))).toBe(true);
});

test("a chunk beyond the limit is not added", () => {
  const collector = new ByteCollector(10);
  expect([collector.add(Buffer.alloc(10)), collector.add(Buffer.alloc(1))]).toEqual([true, false]);
  expect(collector.take()).toHaveLength(10);
  expect(collector.add(Buffer.alloc(11))).toBe(false);
});

test("after 1,024 chunks each counts as 64 bytes at least", () => {
  const collector = new ByteCollector(1024 + 640);
  let added = 0;
  while (collector.add(Buffer.alloc(1))) added += 1;
  expect(added).toBe(1024 + 10);
  collector.take();
  const large = new ByteCollector(1024 + 100);
  for (let i = 0; i < 1024; i += 1) large.add(Buffer.alloc(1));
  expect([large.add(Buffer.alloc(100)), large.add(Buffer.alloc(1))]).toEqual([true, false]);
});

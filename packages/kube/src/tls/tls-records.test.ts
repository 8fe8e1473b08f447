// Where records begin and end, however their bytes are cut.
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { TlsRecords } from "./tls-records.ts";

function record(length: number): Buffer {
  return Buffer.concat([Buffer.from([23, 3, 3, length >> 8, length & 255]), Buffer.alloc(length, 23)]);
}

test("goes over so many records and no more", () => {
  const bytes = Buffer.concat([record(3), record(0), record(300), record(1)]);
  const records = new TlsRecords();
  expect(records.pass(bytes, 0, 2)).toEqual({ end: 13, records: 2 });
  expect(records.pass(bytes, 13, 1)).toEqual({ end: 318, records: 1 });
  expect(records.pass(bytes, 318, 5)).toEqual({ end: 324, records: 1 });
  expect(records.pass(bytes, 324, 5)).toEqual({ end: 324, records: 0 });
});

it("counts each record once, in whatever pieces it comes", () => {
  const cuts = fc.array(fc.nat({ max: 700 }), { maxLength: 10 });
  const lengths = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 600 })), { maxLength: 10 });
  fc.assert(
    fc.property(lengths, cuts, (all, at) => {
      const bytes = Buffer.concat(all.map(record));
      const records = new TlsRecords();
      let count = 0;
      let from = 0;
      for (const end of [...at.filter((cut) => cut < bytes.length), bytes.length].toSorted((a, b) => a - b)) {
        const piece = bytes.subarray(from, end);
        for (let next = 0; next < piece.length;) {
          const passed = records.pass(piece, next, 2);
          expect(passed.end).toBeGreaterThan(next);
          expect(passed.records).toBeLessThanOrEqual(2);
          count += passed.records;
          next = passed.end;
        }
        from = end;
      }
      expect(count).toBe(all.length);
    }),
  );
});

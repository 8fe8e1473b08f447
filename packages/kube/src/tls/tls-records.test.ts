// Where records begin and end, however their bytes are cut.
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { TlsRecords } from "./tls-records.ts";

function record(length: number, type = 23): Buffer {
  return Buffer.concat([Buffer.from([type, 3, 3, length >> 8, length & 255]), Buffer.alloc(length, 23)]);
}

test("goes over so many records and no more", () => {
  const bytes = Buffer.concat([record(3), record(0), record(300), record(1)]);
  const records = new TlsRecords();
  expect(records.pass(bytes, 0, 2)).toEqual({ end: 13, records: 2, plainBytes: 0, isSecondHandshake: false });
  expect(records.pass(bytes, 13, 1)).toEqual({ end: 318, records: 1, plainBytes: 0, isSecondHandshake: false });
  expect(records.pass(bytes, 318, 5)).toEqual({ end: 324, records: 1, plainBytes: 0, isSecondHandshake: false });
  expect(records.pass(bytes, 324, 5)).toEqual({ end: 324, records: 0, plainBytes: 0, isSecondHandshake: false });
});

/** The types of what a peer sends up to its first data, and whether a further record of a handshake is a second one. */
test.each([
  { peer: "a server of TLS 1.2", types: [22, 22, 22, 20, 22, 23], want: true },
  { peer: "one with alerts", types: [22, 20, 22, 23, 21, 23], want: true },
  { peer: "a server of TLS 1.3 that asks for another hello", types: [22, 20, 22, 23], want: true },
  { peer: "a server of TLS 1.3", types: [22, 20, 23, 23], want: false },
  { peer: "a caller of TLS 1.3 without the record for old proxies", types: [22, 23], want: false },
])("a second handshake of $peer", ({ types, want }) => {
  const begin = Buffer.concat(types.map((type) => record(3, type)));
  const bytes = Buffer.concat([begin, record(4, 22), record(2)]);
  for (const cut of [0, begin.length - 1, begin.length, begin.length + 3]) {
    const records = new TlsRecords();
    let at = 0;
    let isSecond = false;
    for (const end of [cut, bytes.length])
      while (at < end && !isSecond)
        ({ end: at, isSecondHandshake: isSecond } = records.pass(bytes.subarray(0, end), at, 2));
    expect([isSecond, at]).toEqual([want, want ? begin.length : bytes.length]);
  }
});

it("counts each record and each byte that is not encrypted once, in whatever pieces they come", () => {
  const cuts = fc.array(fc.nat({ max: 700 }), { maxLength: 10 });
  const length = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 600 }));
  const shapes = fc.array(fc.tuple(length, fc.constantFrom(20, 21, 23)), { maxLength: 10 });
  fc.assert(
    fc.property(shapes, cuts, (all, at) => {
      const made = all.map(([bytes, type]) => record(bytes, type));
      const bytes = Buffer.concat(made);
      const records = new TlsRecords();
      let count = 0;
      let plain = 0;
      let from = 0;
      for (const end of [...at.filter((cut) => cut < bytes.length), bytes.length].toSorted((a, b) => a - b)) {
        const piece = bytes.subarray(from, end);
        for (let next = 0; next < piece.length;) {
          const passed = records.pass(piece, next, 2);
          expect(passed.end).toBeGreaterThan(next);
          expect(passed.records).toBeLessThanOrEqual(2);
          count += passed.records;
          plain += passed.plainBytes;
          next = passed.end;
        }
        from = end;
      }
      expect(count).toBe(all.length);
      expect(plain).toBe(made.reduce((sum, each) => sum + (each[0] === 23 ? 0 : each.length), 0));
    }),
  );
});

// What the hub has of one version, while clients of further versions read and write the hub's object: it must stay, although they may not have
// these fields, and although the hub may reject their values where bounds differ.
import { withoutData } from "./api-server.ts";
import type { CheckedSamples, JsonFields } from "./checked-conversion.ts";
import { differences } from "./differences.ts";
import { expectSame, travel, type Pair } from "./trip.ts";

/** An object of the spoke comes from the hub in the same way whether or not it was in a further version in between. */
export function keptBesideOthers(pair: Pair, { spoke }: CheckedSamples): boolean {
  const start = pair.spoke.admit(spoke);
  if (start === undefined) return false;
  const stored = pair.hub.receive(pair.convert(start, pair.hub)).object;
  const want = readBySpoke(pair, stored);
  for (const other of pair.others) {
    const { there, back, errors } = travel(pair, { start: stored, from: pair.hub, to: other });
    // The API server rejects what a client of that version writes.
    if (errors.length > 0) continue;
    const got = readBySpoke(pair, back);
    const when = `after a client of ${other.apiVersion} wrote the hub's object as it was`;
    expectSame({ start: stored, there, back: got }, differences(want, got), when);
  }
  return true;
}

function readBySpoke(pair: Pair, stored: JsonFields): JsonFields {
  return withoutData(pair.spoke.receive(pair.convert(stored, pair.spoke)).object);
}

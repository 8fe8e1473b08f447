// What the hub keeps for one version, while clients of further versions read and write the hub's object: it must stay, although none of them
// has those fields.
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
    const { there, back } = travel(pair, { start: stored, from: pair.hub, to: other });
    const got = readBySpoke(pair, back);
    const when = `after a client of ${other.apiVersion} wrote the hub's object as it was`;
    expectSame({ start: stored, there, back: got }, differences(want, got), when);
  }
  return true;
}

function readBySpoke(pair: Pair, stored: JsonFields): JsonFields {
  return withoutData(pair.spoke.receive(pair.convert(stored, pair.spoke)).object);
}

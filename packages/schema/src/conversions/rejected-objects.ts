// Random objects that the API server rejects: where nearly all are, a test checks nothing, and says which bound they break.
import type { FieldError } from "../structural/fields/field-error.ts";
import { onTheWire, type ServedVersion } from "./api-server.ts";
import type { CheckedSamples } from "./checked-conversion.ts";
import type { Pair } from "./trip.ts";

/** A little less than fast-check skips before it gives up and says no reason. */
const mostRejected = 9_900;
/** As many objects as a test checks by default: with fewer among so many, it does not end. */
const enoughChecked = 100;
/** How many of the last rejected objects are looked at. */
const lookedAt = 50;

/** Counts objects that were checked and rejected. */
export interface RejectionCounter {
  /** @throws Error when nearly all were rejected. */
  count(samples: CheckedSamples, isChecked: boolean): void;
}

/** A counter for the objects of one check. */
export function rejectionCounter(pair: Pair): RejectionCounter {
  let [checked, rejected] = [0, 0];
  const causes: string[] = [];
  return {
    count(samples, isChecked) {
      if (isChecked) checked += 1;
      else rejected += 1;
      if (isChecked || checked >= enoughChecked) return;
      if (rejected > mostRejected - lookedAt) causes.push(...causesOf(pair, samples));
      if (rejected >= mostRejected) throw new Error(mostFrequent(causes));
    },
  };
}

/** Why the API server rejects samples, a sentence for each field. */
function causesOf({ hub, spoke }: Pair, samples: CheckedSamples): string[] {
  return [causesIn(hub, samples.hub), causesIn(spoke, samples.spoke)].flat();
}

function causesIn(version: ServedVersion, object: object): string[] {
  const { errors } = version.receive(version.withDefaults(onTheWire(object)));
  const byField = new Map(errors.map((error) => [anyElement(error.field), error]));
  return [...byField].map(([field, error]) => causeOf(`${version.apiVersion} has ${field}`, error));
}

/** The cause without the value, which is another one in each object. */
function causeOf(place: string, { message }: FieldError): string {
  // Short input: a message of the API server, whose values are excerpts.
  const rule = anyElement(message).replace(/^([A-Z][a-z ]+): .*?: (?=\w)/, "$1: ");
  const help = message.includes("in body should match")
    ? "write the pattern without what JavaScript reads in another way than Go: of such a pattern the tests draw any strings"
    : "correct bounds that hardly any value keeps";
  return `the API server rejects nearly all random objects: ${place}: ${rule}\n  help: ${help}; or give \`examples\` to the rule of the field, or of what it is in`;
}

function anyElement(text: string): string {
  return text.replaceAll(/\[\d+\]/g, "[]");
}

function mostFrequent(causes: readonly string[]): string {
  const counts = Map.groupBy(causes, (cause) => cause);
  const [first] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return first?.[0] ?? "the API server rejects nearly all random objects";
}

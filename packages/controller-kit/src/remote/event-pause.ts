// The pause after an event of a workload cluster: a tenant's server may send without an end, and takes the time of all others.
import type { KubeObject } from "@capstan/kube";

/**
 * What the pause is made of, for each event, for each of its values and for each character of its strings: a server that sends objects without an end gets about a twentieth of the time of this process. What
 * it sends beside the objects, and pages of lists, cause no pause: with those it gets up to half.
 */
const pause = { eventMs: 10, valueMs: 1 / 60, characterMs: 1 / 2000 } as const;

/** How long the pause is after an event with this object. */
export function eventPauseMs(object: KubeObject): number {
  return pause.eventMs + pauseFor(object);
}

/** For a value and all that is in it: about what reading it took, many times. */
function pauseFor(value: unknown): number {
  if (typeof value === "string") return pause.valueMs + value.length * pause.characterMs;
  if (typeof value !== "object" || value === null) return pause.valueMs;
  let ms: number = pause.valueMs;
  for (const [name, inner] of Object.entries(value)) ms += name.length * pause.characterMs + pauseFor(inner);
  return ms;
}

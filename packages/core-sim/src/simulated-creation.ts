// When objects were created by the clock of the simulation: where that clock is ahead of the server's, an annotation says it.
import { formatTime, type KubeObject } from "@capstan/kube";

/** When a simulation whose clock is ahead of the server's has created an object. */
const simulatedCreation = "capstan.dev/created-at";

/** A clock that is so much ahead of the computer's was set. */
const aheadMs = 5000;

/** The annotation of an object that is created at this time; none where the server says the same time. */
export function creationAnnotation(now: number): Readonly<Record<string, string>> {
  return now - Date.now() > aheadMs ? { [simulatedCreation]: formatTime(new Date(now)) } : {};
}

/** When an object was created, in milliseconds. */
export function createdAt({ metadata: { annotations, creationTimestamp = "" } }: KubeObject): number {
  return new Date(annotations?.[simulatedCreation] ?? creationTimestamp).getTime();
}

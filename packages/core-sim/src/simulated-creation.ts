// When objects were created by the clock of the simulation: where that clock is ahead of the server's, an annotation says it.
import { formatTime, type KubeObject } from "@capstan/kube";

/** When a simulation whose clock is ahead of the server's has created an object. */
const simulatedCreation = "capstan.dev/created-at";

/** The annotation of an object that is created at this time; none where the clock of the server is not behind it. */
export function creationAnnotation(now: number): Readonly<Record<string, string>> {
  return now > Date.now() ? { [simulatedCreation]: formatTime(new Date(now)) } : {};
}

/** When an object was created, in milliseconds. */
export function createdAt({ metadata: { annotations, creationTimestamp = "" } }: KubeObject): number {
  return new Date(annotations?.[simulatedCreation] ?? creationTimestamp).getTime();
}

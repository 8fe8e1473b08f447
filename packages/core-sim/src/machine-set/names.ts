// Random endings of names, in Kubernetes' alphabet: no vowels, so that no words appear.
import { randomInt } from "node:crypto";

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Five random characters. */
export function randomSuffix(): string {
  return Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

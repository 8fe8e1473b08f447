// Random endings of names, in Kubernetes' alphabet: no vowels, so that no words appear.
// Called where objects are made of templates; whether a name is taken is not asked.
import { randomInt } from "node:crypto";

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Five random characters. */
export function randomSuffix(): string {
  return Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

// Names with a random end, cut as Cluster API cuts them: an object with a longer name could not be the value of a label.
import { createHash, randomInt } from "node:crypto";

const longest = 63;
const suffixLength = 5;

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Five random characters of Kubernetes' alphabet for names, which has no vowels. */
export function randomSuffix(): string {
  return Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Characters as those of a random end, which stay the same for a string: what is created again after a failure has the same name. */
export function stableSuffix(of: string): string {
  const digest = createHash("sha256").update(of).digest();
  return Array.from(digest.subarray(0, suffixLength), (byte) => alphabet[byte % alphabet.length]).join("");
}

/** A name of a base and an end of five characters; a long base is cut. */
export function nameWithSuffix(base: string, suffix: string): string {
  return `${`${base}-`.slice(0, longest - suffixLength)}${suffix}`;
}

/** A name of at most 63 bytes: one that is longer is cut, and has that end of five characters. */
export function cutName(name: string, otherEnd: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= longest) return name;
  return `${bytes.subarray(0, longest - suffixLength).toString("utf8")}${otherEnd}`;
}

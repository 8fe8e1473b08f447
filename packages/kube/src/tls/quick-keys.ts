// The keys that OpenSSL may decode when somebody else has written them: those that API servers have, and whose cost has a bound. With other
// curves, curves given by their numbers, compressed points, or parts that are longer than they must be, one key takes up to seconds.
import { contentsOf, type DerElement, elementsOf, fieldTag, positiveInteger, tags } from "./der.ts";

const longestRsaBits = 4096;
const longestExponent = 4;

/** The keys that are accepted, for messages. */
export const keyKinds: string = `RSA of up to ${longestRsaBits} bits, P-256, P-384, P-521 or Ed25519`;

const rsaEncryption = "2a864886f70d010101";
const ecPublicKey = "2a8648ce3d0201";
const ed25519 = "2b6570";
const ed25519Bytes = 32;

/** Bytes of one coordinate, by the id of the curve. */
const curves: Readonly<Record<string, number>> = {
  "2a8648ce3d030107": 32,
  "2b81040022": 48,
  "2b81040023": 66,
};

/** A kind of key: an algorithm with its parameters. */
interface Kind {
  readonly algorithm: string;
  /** Bytes of one coordinate; only of curves. */
  readonly coordinate: number;
}

/** Whether the content of a SubjectPublicKeyInfo is a key that may be decoded. */
export function isQuickPublicKey(info: Buffer): boolean {
  const [algorithm, bits] = contentsOf(info, [tags.sequence, tags.bitString]);
  const kind = algorithm === undefined ? undefined : kindOf(algorithm);
  if (kind === undefined || bits?.[0] !== 0) return false;
  const key = bits.subarray(1);
  switch (kind.algorithm) {
    case rsaEncryption:
      return isRsaPublicKey(key);
    case ecPublicKey:
      return isPoint(key, kind.coordinate);
    default:
      return key.length === ed25519Bytes;
  }
}

/** The private keys that PEM can have, by their labels. */
const privateKeys: Readonly<Record<string, (der: Buffer) => boolean>> = {
  "PRIVATE KEY": isPkcs8,
  "RSA PRIVATE KEY": isRsaPrivateKey,
  "EC PRIVATE KEY": (der) => isEcPrivateKey(der, undefined),
};

/** Whether the content of a block of PEM with this label is a private key that may be decoded. */
export function isQuickPrivateKey(label: string, der: Buffer): boolean {
  return privateKeys[label]?.(der) ?? false;
}

/** The kind of an AlgorithmIdentifier. RSA has NULL as its parameters, a curve its id, Ed25519 none. */
function kindOf(identifier: Buffer): Kind | undefined {
  const [id, parameters, ...others] = elementsOf(identifier);
  if (id?.tag !== tags.objectId || others.length > 0) return undefined;
  const algorithm = id.content.toString("hex");
  if (algorithm === ed25519) return parameters === undefined ? { algorithm, coordinate: 0 } : undefined;
  if (algorithm === rsaEncryption)
    return parameters?.tag === tags.nothing && parameters.content.length === 0
      ? { algorithm, coordinate: 0 }
      : undefined;
  const coordinate = parameters?.tag === tags.objectId ? curves[parameters.content.toString("hex")] : undefined;
  return algorithm === ecPublicKey && coordinate !== undefined ? { algorithm, coordinate } : undefined;
}

function isRsaPublicKey(der: Buffer): boolean {
  const [key] = contentsOf(der, [tags.sequence]);
  const [modulus, exponent] = contentsOf(key ?? empty, [tags.integer, tags.integer]).map(positiveInteger);
  return modulus !== undefined && exponent !== undefined && isModulus(modulus) && isExponent(exponent);
}

function isModulus(modulus: Buffer): boolean {
  return modulus.length > 0 && modulus.length * 8 <= longestRsaBits;
}

function isExponent(exponent: Buffer): boolean {
  return exponent.length > 0 && exponent.length <= longestExponent;
}

/** Uncompressed: the other coordinate of a compressed one would have to be computed. */
function isPoint(bytes: Buffer, coordinate: number): boolean {
  return bytes.length === 1 + 2 * coordinate && bytes[0] === 0x04;
}

const empty = Buffer.alloc(0);
const version0 = Buffer.of(0);
const version1 = Buffer.of(1);

function isPkcs8(der: Buffer): boolean {
  const [info] = contentsOf(der, [tags.sequence]);
  const [version, algorithm, key] = contentsOf(info ?? empty, [tags.integer, tags.sequence, tags.octetString]);
  if (version === undefined || algorithm === undefined || key === undefined || !version.equals(version0)) return false;
  const kind = kindOf(algorithm);
  switch (kind?.algorithm) {
    case rsaEncryption:
      return isRsaPrivateKey(key);
    case ecPublicKey:
      return isEcPrivateKey(key, kind?.coordinate);
    case ed25519:
      return contentsOf(key, [tags.octetString])[0]?.length === ed25519Bytes;
    default:
      return false;
  }
}

/** The version, and the numbers n, e, d, p, q, dp, dq and qi. Keys with more than two primes have a list of them. */
const rsaNumbers = Array.from({ length: 9 }, () => tags.integer);

/** OpenSSL takes the numbers of an RSA key as they are, and computes as long as the longest takes: none is longer than in a right key. */
function isRsaPrivateKey(der: Buffer): boolean {
  const [key] = contentsOf(der, [tags.sequence]);
  const [version, ...numbers] = contentsOf(key ?? empty, rsaNumbers);
  if (version === undefined || !version.equals(version0)) return false;
  const [modulus = empty, exponent = empty, secret = empty, ...factors] = numbers.map(positiveInteger);
  const longestFactor = Math.ceil(modulus.length / 2) + 1;
  return (
    isModulus(modulus) &&
    isExponent(exponent) &&
    isAtMost(modulus.length)(secret) &&
    factors.every(isAtMost(longestFactor))
  );
}

const isAtMost =
  (longest: number) =>
  ({ length }: Buffer): boolean =>
    length > 0 && length <= longest;

/** A key on a curve: the curve is in the key, or around it (`coordinate`), or both. */
function isEcPrivateKey(der: Buffer, coordinate: number | undefined): boolean {
  const [key] = contentsOf(der, [tags.sequence]);
  const [version, secret, ...fields] = elementsOf(key ?? empty);
  if (version?.tag !== tags.integer || !version.content.equals(version1)) return false;
  const own = fields[0]?.tag === fieldTag(0) ? curveIn(fields[0].content) : undefined;
  const curve = own ?? coordinate;
  const isRight =
    curve !== undefined &&
    secret?.tag === tags.octetString &&
    isAtMost(curve)(secret.content) &&
    (coordinate === undefined || coordinate === curve);
  const rest = own === undefined ? fields : fields.slice(1);
  return isRight && (rest.length === 0 || (rest.length === 1 && isPointField(rest[0], curve)));
}

function curveIn(parameters: Buffer): number | undefined {
  const [id] = contentsOf(parameters, [tags.objectId]);
  return id === undefined ? undefined : curves[id.toString("hex")];
}

function isPointField(field: DerElement | undefined, coordinate: number): boolean {
  const [bits] = field?.tag === fieldTag(1) ? contentsOf(field.content, [tags.bitString]) : [];
  return bits?.[0] === 0 && isPoint(bits.subarray(1), coordinate);
}

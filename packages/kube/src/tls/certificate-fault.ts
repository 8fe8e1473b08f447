// What OpenSSL must not get of a certificate that somebody else has written: it decodes the key with the certificate, and checks chains in the
// event loop.
import { contentsOf, type DerElement, elementsOf, fieldTag, tags } from "./der.ts";
import { isQuickPublicKey, keyKinds } from "./quick-keys.ts";

/** Larger ones have extensions whose check takes longer than the handshake. */
const largestBytes = 16 * 1024;
/** The id of the extension "name constraints", 2.5.29.30. Each is compared with each name of the server's certificate. */
const nameConstraints = Buffer.from("551d1e", "hex");

/**
 * The tags of what is signed: the version (not in version 1), the number, the algorithm, the issuer, the time, the subject, the key, the ids of
 * the issuer and of the subject (in none of today), and the extensions.
 */
const signedTags = /^(?:a0 )?2 30 30 30 30 30(?: 81)?(?: 82)?(?: a3)?$/;
/** The tags of an extension: its id, whether it is critical, its value. */
const extensionTags = /^6(?: 1)? 4$/;

const unreadable = "cannot be read";
const excess = "is larger than 16 KB or has name constraints";

/** What is wrong with a certificate in DER, as in "a certificate ..."; undefined when OpenSSL may have it. */
export function certificateFault(der: Buffer): string | undefined {
  if (der.length > largestBytes) return excess;
  const [certificate = empty] = contentsOf(der, [tags.sequence]);
  const [signed = empty] = contentsOf(certificate, [tags.sequence, tags.sequence, tags.bitString]);
  const fields = elementsOf(signed);
  const key = fields.filter(({ tag }) => tag === tags.sequence)[keyAt];
  if (key === undefined || !signedTags.test(tagsOf(fields))) return unreadable;
  const field = fields.find(({ tag }) => tag === fieldTag(extensionsField));
  const ids = field === undefined ? [] : extensionIds(field.content);
  if (ids === undefined) return unreadable;
  if (ids.some((id) => id.equals(nameConstraints))) return excess;
  return isQuickPublicKey(key.content) ? undefined : `has a key that is not ${keyKinds}`;
}

const empty = Buffer.alloc(0);
/** After the algorithm, the issuer, the time and the subject. */
const keyAt = 4;
const extensionsField = 3;

/** The ids of the extensions; undefined when they are not extensions. */
function extensionIds(field: Buffer): readonly Buffer[] | undefined {
  const [list = empty] = contentsOf(field, [tags.sequence]);
  const ids = elementsOf(list).map(extensionId);
  return ids.length > 0 && ids.every((id) => id !== undefined) ? ids : undefined;
}

function extensionId({ tag, content }: DerElement): Buffer | undefined {
  const parts = elementsOf(content);
  return tag === tags.sequence && extensionTags.test(tagsOf(parts)) ? parts[0]?.content : undefined;
}

function tagsOf(elements: readonly DerElement[]): string {
  return elements.map(({ tag }) => tag.toString(16)).join(" ");
}

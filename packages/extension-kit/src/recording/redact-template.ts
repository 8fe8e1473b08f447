// Digests in place of the secrets of a template: those of two equal values on one tape are equal, so that a comparison finds whether a secret changes without knowing it.
import { createHmac, randomBytes } from "node:crypto";
import type { KubeObject } from "@capstan/kube";
import { replaceSecrets, type SecretRules } from "./replace-secrets.ts";
import type { TapeHeader } from "./tape.ts";

/** What the digests of a tape are made with. */
export type TapeSecrets = Pick<TapeHeader, "key" | "secretVariables">;

/** A key for one tape, so that digests of two tapes cannot be compared, nor looked up in a table. */
export function createTapeKey(): string {
  return randomBytes(32).toString("base64");
}

/** The rules for templates on a tape. A digest stays as it is, so what was replaced once is not replaced again. */
export function templateRules({ key, secretVariables }: TapeSecrets): SecretRules {
  const secret = Buffer.from(key, "base64");
  return {
    names: { variables: new Set(secretVariables), settings: new Set() },
    keepsNumbers: true,
    textFor: (text) =>
      digestForm.test(text) ? text : `${digestStart}${createHmac("sha256", secret).update(text).digest("base64url")}`,
  };
}

const digestStart = "capstan-digest-";
const digestForm = /^capstan-digest-[\w-]{43}$/;

/**
 * Returns a template as a tape has it: in place of secrets are digests, which depend on the key of the tape. Secrets are the contents of files (`files[].content`), `containerLinuxConfig.additionalConfig`, data of Secrets, fields
 * with names such as `passwd` and `token`, and values of variables that the extension declares to be secret. What names a Secret, such as `contentFrom`, stays. A digest stays as it is.
 *
 * @example
 * const { header } = readTape({ file, text });
 * const comparable = redactTemplate(patched, header);
 */
export function redactTemplate(template: KubeObject, secrets: TapeSecrets): KubeObject {
  const redacted = replaceSecrets(template, templateRules(secrets));
  // What is replaced are fields of it.
  return Object.assign({ ...template }, redacted);
}

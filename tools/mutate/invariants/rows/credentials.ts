// What a client does when its credentials, or those of the server, are rotated.
import type { Invariant } from "../invariant.ts";

const client = "packages/client/src";
const transport = `${client}/transport`;

/** F8 and F9. */
export const credentialRows: readonly Invariant[] = [
  {
    id: "F8",
    says: "401 after a token was renewed: it is read again, once, and the author sees no error.",
    file: `${client}/credentials/credential-keeper.test.ts`,
    title: "a token file is read again after 401, once, and the call repeated without an error",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "if (isSame && this.#current.tokenFile !== undefined) await this.#readToken();",
      to: "",
    },
  },
  {
    id: "F8",
    says: "A program that issues credentials is run again, once for all calls.",
    file: `${client}/credentials/renewed-identities.test.ts`,
    title:
      "a program is run again after 401, once for calls that are made at the same time, and no caller sees an error",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "await this.#renewing;",
      to: "",
    },
  },
  {
    id: "F9",
    says: "A server with the certificate of a new authority is trusted as soon as the credentials have it.",
    file: `${client}/credentials/rotation.test.ts`,
    title: "a server whose certificate comes from a new authority is trusted as soon as the credentials name it",
    mutant: {
      source: `${transport}/failed-attempt.ts`,
      from: 'return isDistrust(failure.code) ? "connection" : undefined;',
      to: "return undefined;",
    },
  },
  {
    id: "F9",
    says: "A certificate of the client that was rotated is used at once when the server rejects the one before.",
    file: `${client}/credentials/renewed-identities.test.ts`,
    title:
      "a certificate of the client that was rotated is used as soon as the server rejects the one before, and no caller sees an error",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: '["server", "caData", "certData", "keyData", "tlsServerName", "insecureSkipTlsVerify"]',
      to: '["server", "caData", "tlsServerName", "insecureSkipTlsVerify"]',
    },
  },
  {
    id: "F9",
    says: "Its files are read again each ten seconds.",
    file: `${client}/credentials/renewed-identities.test.ts`,
    title: "files of certificates that were rotated are used ten seconds later, and not before",
    mutant: {
      source: `${client}/credentials/load-credentials.ts`,
      from: "{ ...base, freshMs: freshFilesMs }",
      to: "base",
    },
  },
  {
    id: "F8",
    says: "A token file is, too.",
    file: `${client}/credentials/credential-keeper.test.ts`,
    title: "a token file is read again after ten seconds",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "now - this.#tokenReadAt >= freshFilesMs;",
      to: "now - this.#tokenReadAt >= 6 * freshFilesMs;",
    },
  },
  {
    id: "F9",
    says: "The connections with the old credentials end after their last answer.",
    file: `${client}/credentials/rotation.test.ts`,
    title: "connections with the old credentials are closed when they are idle, and after their last answer",
    mutant: { source: `${transport}/transport.ts`, from: "      before.retire();", to: "" },
  },
  {
    id: "F8",
    says: "A call that was sent with the old token and is rejected after it was renewed is repeated with the new one.",
    file: `${client}/credentials/credential-keeper.test.ts`,
    title: "a call that is rejected after another one has renewed the token is repeated with it",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "if (!isChanged() && !isLater) await this.#renew();",
      to: "await this.#renew();",
    },
  },
  {
    id: "F9",
    says: "Of a certificate and a key that are rotated one after the other, none is used before the other.",
    file: `${client}/credentials/renewed-identities.test.ts`,
    title: "a certificate that is rotated before its key changes nothing until the key is there, too",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "    } catch (error) {\n      // The earlier",
      to: "    } catch (error) {\n      throw error; // The earlier",
    },
  },
  {
    id: "F8",
    says: "A renewal that began before the call was sent may have read what was there before: there is one more, once for all calls.",
    file: `${client}/credentials/credential-keeper.test.ts`,
    title: "calls that are rejected during a renewal that began before share a second one, and have what it reads",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "(this.#renewing ??= this.#renewOnce()",
      to: "(this.#renewing = this.#renewOnce()",
    },
  },
  {
    id: "F8",
    says: "A client stays with the context that it began with.",
    file: `${client}/credentials/other-server.test.ts`,
    title: "a client stays with its context when another one becomes the current one, and follows the token of its own",
    mutant: {
      source: `${client}/credentials/load-credentials.ts`,
      from: "renew: () => fromFiles(files, context.name, read)",
      to: "renew: () => fromFiles(files, name, read)",
    },
  },
  {
    id: "F8",
    says: "It stays with the cluster of that context, too.",
    file: `${client}/credentials/other-server.test.ts`,
    title: "a context that names another cluster is not followed",
    mutant: {
      source: `${client}/credentials/load-credentials.ts`,
      from: "if (before !== undefined && cluster !== before.context.cluster.name) {",
      to: "if (before !== undefined && cluster === '') {",
    },
  },
  {
    id: "F8",
    says: "No renewal verifies the server less than before.",
    file: `${client}/credentials/other-server.test.ts`,
    title: "a renewal never verifies less: from",
    mutant: {
      source: `${client}/credentials/renewal-problem.ts`,
      from: "if (strictness(next) < strictness(before))",
      to: "if (strictness(next) < 0)",
    },
  },
  {
    id: "F8",
    says: "A token file that is half written does not fail a call that has a token.",
    file: `${client}/credentials/credential-keeper.test.ts`,
    title: "leaves the earlier token in use, and is read again ten seconds later",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "if (this.#token === undefined && !isOutdated()) throw error;",
      to: "throw error;",
    },
  },
  {
    id: "F8",
    says: "An empty one is no token.",
    file: `${client}/credentials/credential-keeper.test.ts`,
    title: "a token file without a token is an error until it has one, and no request is sent",
    mutant: {
      source: `${client}/credentials/tokens.ts`,
      from: 'token === "" ? "is empty" : tokenProblem(token)',
      to: "tokenProblem(token)",
    },
  },
  {
    id: "F8",
    says: "A renewed token that cannot be sent is not used.",
    file: `${client}/credentials/credential-keeper.test.ts`,
    title: "changes nothing, and the call fails as without it",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "const token = isKept ? undefined : await tokenOf(next);",
      to: "const token = isKept || next.token !== undefined ? next.token : await tokenOf(next);",
    },
  },
  {
    id: "F8",
    says: "After a renewal that names another server or another file, no server gets the token of before.",
    file: `${client}/credentials/renewed-tokens.test.ts`,
    title: "no server gets the token of another one: a renewal in time that names",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "const isKept = next.tokenFile !== undefined && hasSameToken(next, before);",
      to: "const isKept = next.tokenFile !== undefined;",
    },
  },
  {
    id: "F8",
    says: "Nor does one when the renewal ends while a call is being sent.",
    file: `${client}/credentials/renewed-tokens.test.ts`,
    title: "no server gets the token of another one, whenever a renewal ends",
    mutant: {
      source: `${client}/transport/transport.ts`,
      from: "const { shown } = this.#keeper;",
      to: "const { shown } = this.#keeper;\n    await undefined;",
    },
  },
  {
    id: "F8",
    says: "A token that was read from a file that is no longer named is not used.",
    file: `${client}/credentials/renewed-tokens.test.ts`,
    title: "what is read from a file that is no longer named is dropped",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "if (!isOutdated()) this.#setToken(token);",
      to: "this.#setToken(token);",
    },
  },
  {
    id: "F8",
    says: "A call waits for a renewal no longer than its signal allows.",
    file: `${client}/credentials/waits-for-renewals.test.ts`,
    title: "a call that waits for a renewal ends with its signal",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "        ms: waitMs,\n        signal,",
      to: "        ms: waitMs,",
    },
  },
  {
    id: "F8",
    says: "A program is not run twice in a row when its first run began after the rejected call was sent.",
    file: `${client}/credentials/waits-for-renewals.test.ts`,
    title: "a call that is rejected during a renewal that began after it was sent has no second one",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "!isChanged() && !isLater",
      to: "!isChanged()",
    },
  },
  {
    id: "F8",
    says: "A token file that is rotated together with a certificate is read again, too.",
    file: `${client}/credentials/rotated-together.test.ts`,
    title: "is read again after a 401",
    mutant: {
      source: `${client}/credentials/credential-keeper.ts`,
      from: "if (isSame && this.#current",
      to: "if (!isChanged() && this.#current",
    },
  },
  {
    id: "F8",
    says: "A kubeconfig that is read half-written does not take the identity from its client.",
    file: `${client}/credentials/half-written.test.ts`,
    title: "a kubeconfig without the end of its user leaves the token in use, and is read again a second later",
    mutant: {
      source: `${client}/credentials/renewal-problem.ts`,
      from: "if (hasIdentity(before) && !hasIdentity(next))",
      to: "if (!hasIdentity(before) && !hasIdentity(next))",
    },
  },
];

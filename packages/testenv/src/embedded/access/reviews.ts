// Resources that are answered and not stored: token requests, token reviews and access reviews. Any authenticated caller has
// full access, so access reviews allow everything unless the test decides them.
import { isJsonObject } from "@capstan/kube";
import { badRequest, notFound } from "../api-status.ts";
import type { ServerState } from "../server-state.ts";
import { serviceAccountUser, type UserInfo } from "./users.ts";

/** How a review is answered: the status that follows from its spec. */
export type Review = (server: ServerState, spec: Record<string, unknown>, user: UserInfo) => object;

const everythingAllowed = { allowed: true, reason: "the embedded API server has no authorization" };

/** The status of an access review of a user. */
function reviewAccess(
  { decideAccess }: ServerState,
  { username, groups }: UserInfo,
  spec: Record<string, unknown>,
): object {
  if (decideAccess === undefined) return everythingAllowed;
  const { resourceAttributes, nonResourceAttributes } = spec;
  const allowed = decideAccess({
    user: username,
    groups,
    // Attributes are strings in the API.
    ...(isJsonObject(resourceAttributes) && { resourceAttributes: resourceAttributes as Record<string, string> }),
    ...(isJsonObject(nonResourceAttributes) && {
      nonResourceAttributes: nonResourceAttributes as Record<string, string>,
    }),
  });
  return { allowed, reason: "the test decided it" };
}

/** The user that a SubjectAccessReview is about. */
function subjectOf({ user, groups }: Record<string, unknown>): UserInfo {
  return { username: typeof user === "string" ? user : "", groups: Array.isArray(groups) ? groups.map(String) : [] };
}

const reviews: Readonly<Record<string, Review>> = {
  "authentication.k8s.io/v1/tokenreviews": ({ tokens }, { token }) => {
    const user = tokens.userOf(String(token));
    return user === undefined
      ? { authenticated: false, error: "the token is unknown or expired" }
      : { authenticated: true, user };
  },
  "authentication.k8s.io/v1/selfsubjectreviews": (_, __, userInfo) => ({ userInfo }),
  "authorization.k8s.io/v1/selfsubjectaccessreviews": (server, spec, user) => reviewAccess(server, user, spec),
  "authorization.k8s.io/v1/subjectaccessreviews": (server, spec) => reviewAccess(server, subjectOf(spec), spec),
};

/** The review that a resource is; undefined when it is none. */
export function reviewOf({
  group,
  version,
  plural,
}: Record<"group" | "version" | "plural", string>): Review | undefined {
  return reviews[`${group}/${version}/${plural}`];
}

/** The body of a review with its result as status. */
export function answerReview(
  server: ServerState,
  review: Review,
  { body, user }: { readonly body: unknown; readonly user: UserInfo },
): object {
  if (!isJsonObject(body)) throw badRequest("the body of a review must be an object");
  return { ...body, status: review(server, isJsonObject(body["spec"]) ? body["spec"] : {}, user) };
}

const defaultSeconds = 3600;

/** The response to a TokenRequest, with a new token. */
export function answerTokenRequest(
  server: ServerState,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  body: unknown,
): object {
  const account = server.store.collection(server.builtin("", "serviceaccounts")).get({ namespace, name });
  if (account === undefined) throw notFound({ group: "", plural: "serviceaccounts" }, name);
  const spec = isJsonObject(body) && isJsonObject(body["spec"]) ? body["spec"] : {};
  const seconds = typeof spec["expirationSeconds"] === "number" ? spec["expirationSeconds"] : defaultSeconds;
  const status = server.tokens.issue(serviceAccountUser(namespace, name, account.object.metadata.uid), seconds);
  return {
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { name, namespace },
    spec: { ...spec, expirationSeconds: seconds },
    status,
  };
}

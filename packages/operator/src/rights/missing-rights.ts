// Asks the API server which rights this account lacks, before a reconcile runs into it.
import type { Client } from "@capstan/client";
import { isJsonObject } from "@capstan/kube";
import type { GrantRule } from "./grants.ts";

/** Rules, and the namespaces in which they are needed; undefined is the whole cluster. */
export interface NeededRights {
  readonly rules: readonly GrantRule[];
  readonly namespaces: readonly (string | undefined)[];
}

/** Verbs on one resource that this account does not have. */
export interface MissingRight {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly namespace: string | undefined;
  readonly names: readonly string[];
}

interface Question extends Omit<MissingRight, "verbs" | "names"> {
  readonly verb: string;
  readonly name: string | undefined;
}

/** How many reviews run at once: the client has other calls. */
const atOnce = 4;

/**
 * Which of these rights this account lacks, by SelfSubjectAccessReviews, which every account may create. For a start: a missing right is named before a reconcile needs it. Rejects when the API server
 * does not answer.
 *
 * @example
 * const { watchedRules } = controllerRights([websites]);
 * const missing = await missingRights(client, [{ rules: watchedRules, namespaces: ["team-a", "team-b"] }]);
 */
export async function missingRights(
  client: Pick<Client, "request">,
  needed: readonly NeededRights[],
  signal?: AbortSignal,
): Promise<readonly MissingRight[]> {
  const waiting = needed.flatMap(questionsOf);
  const rejected: Question[] = [];
  const ask = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (!(await isAllowed(client, next, signal))) rejected.push(next);
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return together(rejected);
}

function questionsOf({ rules, namespaces }: NeededRights): readonly Question[] {
  return namespaces.flatMap((namespace) =>
    rules.flatMap(({ apiGroups, resources, verbs, resourceNames = [undefined] }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          verbs.flatMap((verb) => resourceNames.map((name) => ({ group, resource, verb, namespace, name }))),
        ),
      ),
    ),
  );
}

async function isAllowed(
  client: Pick<Client, "request">,
  { group, resource: path, verb, namespace, name }: Question,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [resource, subresource] = path.split("/");
  const resourceAttributes = { group, resource, subresource, verb, namespace, name };
  const apiVersion = "authorization.k8s.io/v1";
  const answer = await client.request({
    method: "POST",
    path: `/apis/${apiVersion}/selfsubjectaccessreviews`,
    body: { apiVersion, kind: "SelfSubjectAccessReview", spec: { resourceAttributes } },
    doing: "create SelfSubjectAccessReview",
    repeatable: true,
    ...(signal === undefined ? {} : { signal }),
  });
  const review = answer.json();
  const status = isJsonObject(review) ? review["status"] : undefined;
  return isJsonObject(status) && status["allowed"] === true;
}

/** The verbs of one resource in one place as one right. */
function together(questions: readonly Question[]): readonly MissingRight[] {
  const byPlace = Map.groupBy(questions, ({ group, resource, namespace = "" }) => `${namespace} ${group}/${resource}`);
  return [...byPlace]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, same]) =>
      same.slice(0, 1).map(({ group, resource, namespace }) => ({
        group,
        resource,
        namespace,
        verbs: [...new Set(same.map(({ verb }) => verb))].toSorted(),
        names: [...new Set(same.flatMap(({ name }) => name ?? []))].toSorted(),
      })),
    );
}

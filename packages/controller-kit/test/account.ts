// An account that has the rights of some rules and no others, on kube-apiserver.
import type { PolicyRule } from "@capstan/contract/description";
import { setTimeout } from "node:timers/promises";
import { createClient } from "@capstan/client";
import { ClusterRole, ClusterRoleBinding } from "@capstan/kube/builtin";
import type { ClusterCredentials } from "@capstan/kube";
import type { TestEnv } from "@capstan/testenv";

const group = "rbac.authorization.k8s.io";
const apiVersion = `${group}/v1`;

/** The credentials of a new account, which has these rights in all namespaces by a ClusterRole of its name. */
export async function credentialsWith(
  env: TestEnv,
  name: string,
  rules: readonly PolicyRule[],
): Promise<ClusterCredentials> {
  const client = createClient(env.credentials);
  try {
    const subject = { apiGroup: group, kind: "User", name };
    const metadata = { name };
    await client.create(ClusterRole, { apiVersion, kind: "ClusterRole", metadata, rules: roleRules(rules) });
    await client.create(ClusterRoleBinding, {
      apiVersion,
      kind: "ClusterRoleBinding",
      metadata,
      roleRef: { apiGroup: group, kind: "ClusterRole", name },
      subjects: [subject],
    });
    const own = env.addUser({ name });
    await untilGranted(own, rules);
    return own;
  } finally {
    client.close();
  }
}

/** The API server sees a new role and its binding some milliseconds later. */
async function untilGranted(credentials: ClusterCredentials, rules: readonly PolicyRule[]): Promise<void> {
  const [rule] = rules;
  if (rule === undefined) return;
  const resourceAttributes = { group: rule.apiGroups[0], resource: rule.resources[0], verb: rule.verbs[0] };
  const client = createClient(credentials);
  try {
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await client.request({
        method: "POST",
        path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        body: { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } },
      });
      // The fields of an answered SelfSubjectAccessReview.
      if ((answer.json() as { status: { allowed: boolean } }).status.allowed) return;
      await setTimeout(50);
    }
    throw new Error("the API server did not see the role of a test");
  } finally {
    client.close();
  }
}

/** Changes what such an account may do, from now on. */
export async function setRules({ credentials }: TestEnv, name: string, rules: readonly PolicyRule[]): Promise<void> {
  const client = createClient(credentials);
  try {
    await client.patch(ClusterRole, { namespace: "", name }, { type: "merge", body: { rules: roleRules(rules) } });
  } finally {
    client.close();
  }
}

/** Rules of a description have the form of those of a role, and are read-only. */
function roleRules(rules: readonly PolicyRule[]): NonNullable<ClusterRole["rules"]> {
  return structuredClone(rules) as NonNullable<ClusterRole["rules"]>;
}

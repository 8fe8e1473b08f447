// The Secrets with the certificates of a played control plane. They exist, and have the form that readers expect; their contents are no certificates.
import { clusterSecretName, type ClusterSecretPurpose, ownerReferenceTo } from "@capstan/contract";
import { isConditionTrue } from "@capstan/contract/conditions";
import { keyOf } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { mark, markDeprecated } from "../../conditions.ts";
import { playedSecret } from "../played-objects.ts";
import type { ControlPlaneInWork } from "./control-plane-in-work.ts";

const purposes: readonly ClusterSecretPurpose[] = ["ca", "etcd", "proxy", "sa"];
const type = "CertificatesAvailable";

/** Creates those that are missing. One that the user has given is left as it is. */
export async function ensureCertificates({ draft, cluster, context }: ControlPlaneInWork): Promise<void> {
  if (!isConditionTrue(draft, type)) {
    const { namespace, name } = keyOf(cluster);
    for (const purpose of purposes) {
      const key = { namespace, name: clusterSecretName(name, purpose) };
      const played = `played: the ${purpose} of this cluster is not used\n`;
      const secret = playedSecret({
        key,
        cluster: name,
        role: "control-plane",
        owner: ownerReferenceTo(draft, { controller: true, blockOwnerDeletion: true }),
        data: { "tls.crt": played, "tls.key": played },
      });
      await context.writer.create(Secret, secret);
    }
  }
  mark(draft, { type, status: "True", reason: "Available" });
  markDeprecated(draft, { type, status: "True", reason: "" });
}

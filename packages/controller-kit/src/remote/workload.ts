// What an author gets of a workload cluster: a client, or the reason why there is none.
import type { Client } from "@capstan/client";

/** A workload cluster, as far as it can be reached right now. */
export type Workload =
  | { readonly connected: true; readonly client: Client; /** What the Secret holds. */ readonly kubeconfig: string }
  | {
      readonly connected: false;
      /** `NoKubeconfig`: the Secret is missing; `BadKubeconfig`: it cannot be used; `Unreachable`: the server does not answer. */
      readonly reason: "NoKubeconfig" | "BadKubeconfig" | "Unreachable";
      readonly message: string;
    };

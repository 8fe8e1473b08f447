// `clusterctl describe cluster`, as a user runs it: a tree of objects with their conditions.
import type { ManagementCluster } from "./management-cluster.ts";

/** What it prints of a Cluster, of all its objects and of all their conditions. */
export async function describeCluster(
  { clusterctl, local }: ManagementCluster,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<string> {
  const shown = ["--show-conditions", "all", "--echo", "--grouping=false"];
  return await clusterctl.run(["describe", "cluster", name, "--namespace", namespace, ...shown], {
    kubeconfig: local.kubeconfigFile,
  });
}

/** The Ready of each object of a kind: its status, its reason and its message, which may have several lines in the tree. */
export function readyOf(tree: string, kind: string): readonly string[] {
  const found: string[][] = [];
  let inKind = false;
  let inReady = false;
  for (const line of tree.split("\n")) {
    const words = line.split(" ").filter((word) => word !== "" && word !== "│");
    const [head = "", second = "", third = ""] = words;
    const name = head.split("─").at(-1);
    if (head.includes("─")) {
      if (second.includes("/")) inKind = name === kind;
      inReady = inKind && name === "Ready";
      // Between the reason and the message is how old the condition is.
      if (inReady) found.push([second, third, ...words.slice(4)]);
    } else if (inReady) found.at(-1)?.push(...words);
  }
  return found.map((words) => words.join(" "));
}

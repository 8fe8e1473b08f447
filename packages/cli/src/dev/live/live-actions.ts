// What the keys of the screen of dev do to the run: an action of each, with a sentence about what it did. One that fails rejects with the reason.
import { formatKey, type UnstructuredObject } from "@capstan/kube";
import type { clusterActions } from "../../console/cluster-actions.ts";
import type { TreeNode } from "../../tree/tree-node.ts";
import type { DevActions } from "../dev-view.ts";
import { openInBrowser } from "./browser.ts";
import type { KeyAction } from "./key-table.ts";
import type { ObjectPane } from "./object-pane.ts";
import type { PatchLine } from "./patch-lines.ts";
import { deleteQuestion, type NumberQuestion, type Question } from "./questions.ts";
import { nodesOf } from "./stand-ins.ts";

/** What actions work on. */
export interface ActionContext {
  readonly objects: ObjectPane;
  readonly run: DevActions;
  /** Undefined until the control plane runs. */
  readonly cluster: ReturnType<typeof clusterActions> | undefined;
  readonly console: string | undefined;
  /** The folder of dev, for the page that leads to the console. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What was patched last for a Cluster; undefined when nothing was. */
  readonly patchesOf: (cluster: string) => Promise<readonly PatchLine[]> | undefined;
  /** Called with the name of an object before it is deleted. */
  readonly deletes: (name: string) => void;
}

/** What is done, or what a person has to answer first. */
export type Step =
  | {
      readonly done: Promise<string>;
      /** Whether it is about the process: the run has its own line about that, and it is over when the process is ready. */
      readonly isAboutRun?: boolean;
    }
  | { readonly problem: string }
  /** Lines in place of everything else on the screen. */
  | { readonly lines: Promise<readonly PatchLine[]> }
  /** Any key but these ends the question. */
  | { readonly confirm: Question; readonly yes: () => Promise<string> }
  | (NumberQuestion & { readonly set: (value: number) => Promise<string> });

/** The kinds whose replicas are workers or machines of a control plane. */
const scaledKinds: readonly string[] = ["MachineDeployment", "MachinePool", "MachineSet"];

/** What a key begins; undefined for keys that do nothing to the run. */
export function stepOf(action: KeyAction, context: ActionContext): Step | undefined {
  return steps[action]?.(context);
}

const steps: Partial<Record<KeyAction, (context: ActionContext) => Step>> = {
  apply: ({ run }) => ({ done: run.applySample().then(() => "") }),
  kill: ({ run }) => ({ done: run.kill(), isAboutRun: true }),
  restart: ({ run }) => {
    run.requestRestart();
    return { done: Promise.resolve("restarting"), isAboutRun: true };
  },
  open: ({ console: url, folder, env }) =>
    url === undefined
      ? { problem: "there is no console yet, or its page is not built" }
      : {
          done: openInBrowser({ url, folder, env }).then((isOpen) =>
            isOpen ? "opened the console" : `no browser found: ${url}`,
          ),
        },
  delete: (context) =>
    withObject(context, { verb: "delete", find: selectedNode }, (object, node, { delete: remove }) => ({
      confirm: deleteQuestion(node),
      yes: async () => {
        context.deletes(nameOf(node));
        const message = await remove(object);
        return context.objects.objectOf(node) === undefined ? `deleted ${nameOf(node)}` : message;
      },
    })),
  pause: (context) =>
    withObject(context, { verb: "pause", find: selectedCluster }, (object, node, { pause }) => ({
      done: pause(object, !node.paused),
    })),
  patches: ({ objects, patchesOf }) => {
    const cluster = selectedCluster(objects);
    if (cluster === undefined) return { problem: `nothing is patched yet: ${objects.hint}` };
    if (typeof cluster === "string") return { problem: cluster };
    const lines = patchesOf(formatKey(cluster));
    return lines === undefined ? { problem: `no hook has patched anything for ${nameOf(cluster)} yet` } : { lines };
  },
  scale: (context) =>
    withObject(context, { verb: "scale", find: scaledNode }, (object, node, { scale }) => ({
      node,
      what: scaledKinds.includes(node.kind) ? "workers" : "replicas",
      value: node.replicas?.wanted ?? 0,
      set: (value) => scale(object, value),
    })),
};

/** The object, or why there is none; undefined where there are no objects at all. */
type Find = (objects: ObjectPane) => TreeNode | string | undefined;

/** What is to be done with the object that `find` returns; the reason where it returns none. */
function withObject(
  { objects, cluster }: ActionContext,
  { verb, find }: { readonly verb: string; readonly find: Find },
  next: (object: UnstructuredObject, node: TreeNode, actions: NonNullable<ActionContext["cluster"]>) => Step,
): Step {
  const node = find(objects);
  if (node === undefined) return { problem: `nothing to ${verb} yet: ${objects.hint}` };
  if (typeof node === "string") return { problem: node };
  const object = objects.objectOf(node);
  if (object === undefined || cluster === undefined) return { problem: `${nameOf(node)} does not exist any more` };
  return next(object, node, cluster);
}

function selectedNode(objects: ObjectPane): TreeNode | undefined {
  return objects.selected()?.node;
}

function selectedCluster(objects: ObjectPane): TreeNode | string | undefined {
  const found = objects.selected();
  if (found === undefined) return undefined;
  return found.root.kind === "Cluster" ? found.root : `${nameOf(found.node)} belongs to no Cluster`;
}

/** The selected object if it has replicas, otherwise the first workers of its Cluster. */
function scaledNode(objects: ObjectPane): TreeNode | string | undefined {
  const found = objects.selected();
  if (found === undefined) return undefined;
  const { node, root } = found;
  if (node.replicas !== undefined) return node;
  const workers = nodesOf(root).find(({ kind, replicas }) => scaledKinds.includes(kind) && replicas !== undefined);
  return workers ?? `${nameOf(root)} has no workers to scale: select an object with replicas`;
}

function nameOf({ kind, namespace, name }: TreeNode): string {
  return `${kind} ${formatKey({ namespace, name })}`;
}

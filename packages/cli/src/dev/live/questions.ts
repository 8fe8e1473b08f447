// The questions in the last line of the screen of dev. What has to be known to answer stands first; names are as long as there is room for.
import { formatKey } from "@capstan/kube";
import { mostInWords, mostReplicas } from "../../console/cluster-actions.ts";
import { cutMiddle, displayWidth } from "../../tree/display-width.ts";
import type { TreeNode } from "../../tree/tree-node.ts";

/** A question in as many words as so many columns have room for. */
export type Question = (columns: number) => string;

/** The least part of a name that says which object it is. */
const leastName = 10;

/** Whether to delete an object. */
export function deleteQuestion({ kind, namespace, name }: TreeNode): Question {
  return (columns) => {
    const whole = `delete ${kind} ${formatKey({ namespace, name })}? y: yes, any other key: no`;
    if (displayWidth(whole) <= columns) return whole;
    const [before, after] = ["delete ", "? y/n"];
    const left = columns - before.length - after.length;
    const kinded = `${kind} ${name}`;
    return `${before}${displayWidth(kinded) <= left ? kinded : cutMiddle(name, left)}${after}`;
  };
}

/** How many of what an object is to have. */
export interface NumberQuestion {
  readonly node: TreeNode;
  /** What is counted. */
  readonly what: string;
  readonly value: number;
}

/** A number for an object, as far as it is typed. One above the limit cannot be set, and the limit is in place of the key. */
export function numberQuestion({ node, what, value }: NumberQuestion, typed: string): Question {
  const isTooMany = Number(typed) > mostReplicas;
  const limit = `at most ${mostInWords}`;
  return (columns) => {
    const head = `${what}: ${value} → ${typed}_  ${isTooMany ? limit : "Enter: set"}  Esc: no`;
    if (isTooMany && displayWidth(head) > columns) return `${limit}: ${typed}_`;
    const more = isTooMany ? "" : "  + - or a number";
    const name = `${node.kind} ${node.name}`;
    const left = columns - displayWidth(head) - 2;
    if (displayWidth(name) + more.length <= left) return `${head}${more}  ${name}`;
    const shown = displayWidth(name) <= left ? name : cutMiddle(node.name, left);
    return left < leastName ? head : `${head}  ${shown}`;
  };
}

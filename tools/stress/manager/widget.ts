// The kind that the manager reconciles. An object's spec may give its reconcile a task, such as to block the event loop.
import type { KubeObject, Resource } from "@capstan/kube";
import { resourceOf } from "@capstan/kube";

/** What a reconcile does before or instead of writing the status at once. */
export type TaskName = "block" | "conflict" | "far" | "noise" | "slow" | "stuck" | "write";

/** An object of the stress. */
export interface Widget extends KubeObject<"stress.example.com/v1", "Widget"> {
  readonly spec: {
    /** Changed by each write. */
    readonly value: number;
    /** Default: "write". */
    readonly task?: TaskName;
    /** How long the task takes. */
    readonly ms?: number;
    /** The manager that does the task; others do "write". Default: all. */
    readonly account?: string;
  };
  readonly status?: {
    /** The generation that was reconciled last. */
    readonly observedGeneration?: number;
    /** The value of that generation. */
    readonly value?: number;
    readonly message?: string;
  };
}
export const Widget: Resource<Widget> = resourceOf<Widget>("stress.example.com/v1", "Widget");

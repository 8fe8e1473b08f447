// Fifth law: forgetting the annotation is itself a readable error. Without it T falls back to its constraint.
import type { KubeObject } from "@capstan/kube";
import type { kindRules } from "../tables/kind-rules.ts";
import type { Line } from "../types/contract-problem.ts";

type Annotation = (typeof kindRules)["annotation"];

/** The text to print when T was not inferred from an annotation, or `never`. */
export type Forgot<T> = KubeObject extends T ? Line<Annotation["rule"], Annotation> : never;

/** Wanted, unless the annotation was forgotten: then the text that says so. */
export type Unless<Problem, Wanted> = [Problem] extends [never] ? Wanted : Problem;

// Has the generator see the type of the variable `builtin`, which no hook refers to. It is not a hook that anybody calls.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Builtins, CommonResponse } from "../src/hooks/v1alpha1/index.ts";

export const BuiltinValue: Hook<Builtins, CommonResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BuiltinValue",
  summary: "Carries a type",
  description: "Has the generator see the type of a variable.",
  tags: ["Topology Mutation Hook"],
});

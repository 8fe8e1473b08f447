// Hooks whose types do not fit what the definition says.
import type { Int32 } from "@capstan/kube";
import { defineHook, type Hook } from "@capstan/contract/define";

const texts = { apiVersion: "hooks.example.com/v1", summary: "s", description: "d" } as const;

export const cannotBlock: Hook<{ cluster: string }, { status: "Success" | "Failure" }> = defineHook({
  ...texts,
  name: "BeforeFoo",
  // error: Type 'true' is not assignable to type '"hook/blocking-response: the response of a blocking hook has no retryAfterSeconds: give it the field retryAfterSeconds of the type Int32"'.
  blocking: true,
});
export const noStatus: Hook<{ cluster: string }, { retryAfterSeconds: Int32 }> = defineHook({
  ...texts,
  // error: Type '"BeforeFoo"' is not assignable to type '"hook/response-status: the response has no status: give it the fields status and message, as CommonResponse has them"'.
  name: "BeforeFoo",
});
// error(7): Variable must have an explicit type annotation with --isolatedDeclarations.
export const forgotten = defineHook({
  ...texts,
  // error: Type '"BeforeFoo"' is not assignable to type '"hook/annotation: the compiler cannot see the hook's types: annotate the constant with `Hook<BeforeFooRequest, BeforeFooResponse>`"'.
  name: "BeforeFoo",
});

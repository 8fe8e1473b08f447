// An answer in lines: its status, and what it changes. Patches are shown as differences of each template.
import type { GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { type PatchAnswer, patchedTemplates } from "@capstan/extension-kit/testing";
import { lineDiff } from "@capstan/generator-model/files";
import { deepEqual, type KubeObject } from "@capstan/kube";
import { emitYaml } from "@capstan/schema/yaml";
import { droppedInWords, droppedParts } from "./dropped-parts.ts";
import type { CalledHook, SentAnswer } from "./send-call.ts";
import type { PatchedDiff } from "./shown-call.ts";

/** A call, for programs. */
export interface CallFacts {
  readonly hook: string;
  readonly handler: string;
  readonly ms: number;
  readonly status: string;
  /** As JSON. */
  readonly request: string;
  /** As JSON. */
  readonly response: string;
  readonly patched?: readonly PatchedDiff[];
}

interface PatchedCall extends Pick<CalledHook, "request"> {
  readonly hook: Pick<CalledHook["hook"], "name">;
}

/** A template of a request, and what its patches make of it. */
export interface AnsweredTemplate {
  readonly holder: GeneratePatchesRequestItem["holderReference"];
  /** What uses it, in words. */
  readonly object: string;
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** The templates of a GeneratePatches request with their patches; none for other hooks. Throws where a patch cannot be applied. */
export function patchedBy(
  { hook, request }: PatchedCall,
  { response }: Pick<SentAnswer, "response">,
): readonly AnsweredTemplate[] {
  if (hook.name !== "GeneratePatches" || response["status"] !== "Success") return [];
  const { items }: { readonly items: readonly GeneratePatchesRequestItem[] } = JSON.parse(JSON.stringify(request));
  const answer: PatchAnswer = JSON.parse(JSON.stringify(response));
  const patched = patchedTemplates(items, answer);
  return patchedTemplates(items, {}).flatMap((before, index) => {
    const holder = items[index]?.holderReference;
    if (holder === undefined) return [];
    const { kind, namespace, name } = holder;
    return [{ holder, object: `${kind} ${namespace}/${name}`, before, after: patched[index] ?? before }];
  });
}

/** The same as differences. */
export function patchedDiffs(call: PatchedCall, answer: Pick<SentAnswer, "response">): readonly PatchedDiff[] {
  return patchedBy(call, answer).map(({ holder, object, before, after }) => {
    const diff = deepEqual(before, after) ? "" : lineDiff(emitYaml(before), emitYaml(after));
    const { dropped, droppedWhereSet } = droppedParts({ holder, before, after });
    return {
      template: before.kind,
      object,
      diff,
      ...(dropped.length > 0 && { dropped }),
      ...(droppedWhereSet.length > 0 && { droppedWhereSet }),
    };
  });
}

const ownFields = ["apiVersion", "kind", "status", "message", "retryAfterSeconds"];

/** All of it for a person. */
export function answerLines(
  { handler, candidates, ms, response }: SentAnswer,
  diffs: readonly PatchedDiff[],
): readonly string[] {
  const { status, message, retryAfterSeconds } = response;
  const delay =
    typeof retryAfterSeconds === "number" && retryAfterSeconds > 0 ? `, call again after ${retryAfterSeconds} s` : "";
  const words = typeof message === "string" && message !== "" ? `: ${message}` : "";
  // Which of several handlers was called is a choice of the command.
  const of = candidates.length > 1 ? ` of ${handler}, the first of ${candidates.join(", ")},` : "";
  const first = `${String(status)}${of} after ${ms.toFixed(1)} ms${delay}${words}`;
  if (diffs.length > 0)
    return [
      first,
      ...diffs.flatMap(({ template, object, diff, ...parts }) => {
        const name = `${template} of ${object}`;
        if (diff === "") return [`${name}: unchanged`];
        const lost = droppedInWords(parts).map(
          ([paths, condition]) => `Cluster API drops ${paths.join(", ")}${condition}`,
        );
        return [`${name}:`, diff.trimEnd(), ...lost];
      }),
    ];
  const rest = Object.fromEntries(Object.entries(response).filter(([name]) => !ownFields.includes(name)));
  return Object.keys(rest).length === 0 ? [first] : [first, emitYaml(rest).trimEnd()];
}

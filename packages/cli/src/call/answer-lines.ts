// An answer in lines: its status, and what it changes. Patches are shown as differences of each template.
import type { GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { type PatchAnswer, patchedTemplates } from "@capstan/extension-kit/testing";
import { lineDiff } from "@capstan/generator-model/files";
import { deepEqual } from "@capstan/kube";
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

/** The templates of a GeneratePatches request with their patches; none for other hooks. Throws where a patch cannot be applied. */
export function patchedDiffs(
  { hook, request }: PatchedCall,
  { response }: Pick<SentAnswer, "response">,
): readonly PatchedDiff[] {
  if (hook.name !== "GeneratePatches" || response["status"] !== "Success") return [];
  const { items }: { readonly items: readonly GeneratePatchesRequestItem[] } = JSON.parse(JSON.stringify(request));
  const answer: PatchAnswer = JSON.parse(JSON.stringify(response));
  const patched = patchedTemplates(items, answer);
  return patchedTemplates(items, {}).flatMap((template, index) => {
    const item = items[index];
    if (item === undefined) return [];
    const { kind, namespace, name } = item.holderReference;
    const after = patched[index];
    const diff = deepEqual(template, after) ? "" : lineDiff(emitYaml(template), emitYaml(after));
    const { dropped, droppedWhereSet } = droppedParts({ holder: item.holderReference, before: template, after });
    return [
      {
        template: template.kind,
        object: `${kind} ${namespace}/${name}`,
        diff,
        ...(dropped.length > 0 && { dropped }),
        ...(droppedWhereSet.length > 0 && { droppedWhereSet }),
      },
    ];
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

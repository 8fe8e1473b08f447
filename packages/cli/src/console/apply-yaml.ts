// Writes what somebody has edited in the console. The problems that the API server finds get positions, too.
import { isApiError } from "@capstan/client";
import { describeError, keyOf } from "@capstan/kube";
import { objectId } from "../dev/timeline/timeline-change.ts";
import { checkYaml, type ReadObject } from "./check-yaml.ts";
import { pathOf } from "./edited-yaml.ts";
import type { ConsoleActions, ConsoleSource } from "./console-source.ts";
import type { YamlAnswer, YamlProblem, YamlRequest } from "./wire.ts";

/** Checks all documents and, when none has an error, writes them in their order until one fails. */
export async function applyYaml(
  { timeline }: Pick<ConsoleSource, "timeline">,
  { yaml, base = timeline.seq }: YamlRequest,
  apply: NonNullable<ConsoleActions["apply"]>,
): Promise<YamlAnswer> {
  const checked = checkYaml(yaml, timeline.now);
  if (checked.problems.some(({ severity }) => severity === "error")) return { problems: checked.problems, written: [] };
  const written: string[] = [];
  for (const read of checked.objects) {
    const id = objectId({ ...read.object, key: keyOf(read.object) });
    const exists = timeline.now.has(id);
    try {
      written.push(
        await apply(read.object, exists ? (timeline.objectAt(id, base) ?? timeline.now.get(id)) : undefined),
      );
    } catch (caught) {
      return { problems: [...checked.problems, ...problemsOf(caught, read)], written };
    }
  }
  return { problems: checked.problems, written };
}

function problemsOf(caught: unknown, { problemAt }: ReadObject): YamlProblem[] {
  const causes = (isApiError(caught) ? caught.details?.causes : undefined) ?? [];
  const placed = causes.flatMap(({ field = "", message = "" }) =>
    field === "" ? [] : [problemAt(pathOf(field), { severity: "error", message: `${field}: ${message}`, help: "" })],
  );
  if (placed.length > 0) return placed;
  return [{ severity: "error", line: 0, column: 0, message: describeError(caught), help: "" }];
}

// The answer to a call of a hook: the templates with what their patches change, or all of it as YAML.
import type { VNode } from "preact";
import type { PatchedDiff, ShownAnswer } from "../../src/call/shown-call.ts";
import { lengthOfTime } from "../model/time-buckets.ts";
import { YamlView } from "./yaml-view.tsx";

const looks: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "place" };

/** Lines with what is removed and added. */
function Diff({ diff }: { diff: string }): VNode {
  return (
    <pre class="diff" tabIndex={0} role="group" aria-label="What the patch changes">
      {diff
        .trimEnd()
        .split("\n")
        .map((line, index) => (
          <span key={index} class={looks[line.charAt(0)] ?? ""}>
            {line || " "}
          </span>
        ))}
    </pre>
  );
}

/** Those that change first. */
export function Templates({ templates }: { templates: readonly PatchedDiff[] }): VNode {
  const changed = templates.filter(({ diff }) => diff !== "");
  const unchanged = templates.filter(({ diff }) => diff === "");
  return (
    <div class="templates">
      {changed.map(({ template, object, diff }, index) => (
        <details key={index} open>
          <summary>
            <strong>{template}</strong> <span class="quiet">of {object}</span>
          </summary>
          <Diff diff={diff} />
        </details>
      ))}
      {unchanged.length > 0 && (
        <details open={changed.length === 0}>
          <summary>
            {unchanged.length} {unchanged.length === 1 ? "template" : "templates"} unchanged
          </summary>
          <ul class="unchanged">
            {unchanged.map(({ template, object }, index) => (
              <li key={index}>
                {template} <span class="quiet">of {object}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The status with what belongs to it, and the rest. */
export function Answer({ title, answer }: { title: string; answer: ShownAnswer }): VNode {
  const { status, message, ms, yaml, templates, problem } = answer;
  return (
    <section class="shown-answer" aria-label={title}>
      <h2>
        {title}{" "}
        <span class={status === "Success" ? "state ready" : "state failed"}>
          {status}
          {ms !== undefined && ` after ${lengthOfTime(ms)}`}
        </span>
      </h2>
      {message !== "" && <p class="answer">{message}</p>}
      {problem !== "" && <p class="notice">{problem}</p>}
      {templates.length > 0 ? <Templates templates={templates} /> : <YamlView yaml={yaml} />}
    </section>
  );
}

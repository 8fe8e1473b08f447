// YAML to read: keys, values and comments in their colors, with the numbers of the lines.
import type { VNode } from "preact";

/** Longer documents, such as large definitions, are shown without colors. */
const mostColored = 3000;

function Line({ line }: { line: string }): VNode {
  const colon = line.indexOf(":");
  const isField = colon > 0 && (colon === line.length - 1 || line[colon + 1] === " ");
  if (!isField) return <span class="value">{line}</span>;
  return (
    <>
      <span class="key">{line.slice(0, colon)}</span>
      <span class="mark">:</span>
      <span class="value">{line.slice(colon + 1)}</span>
    </>
  );
}

/** The document. */
export function YamlView({ yaml }: { yaml: string }): VNode {
  const lines = yaml.trimEnd().split("\n");
  return (
    <pre class="yaml" tabIndex={0} role="group" aria-label="YAML">
      {lines.length > mostColored
        ? yaml
        : lines.map((line, index) => (
            <span key={index} class="yaml-line">
              <Line line={line} />
              {"\n"}
            </span>
          ))}
    </pre>
  );
}

// The changes of one object: when, which fields, from what to what. A click shows the moment.
import type { VNode } from "preact";
import type { ChangedField } from "../../src/dev/timeline/changed-fields.ts";
import type { DetailedChange } from "../../src/console/wire.ts";
import { travel } from "../model/session.ts";
import { clockTime } from "../model/time-buckets.ts";

const words: Readonly<Record<DetailedChange["type"], string>> = {
  ADDED: "created",
  MODIFIED: "changed",
  DELETED: "deleted",
};

/** Fields with their values before and after. */
export function Fields({ fields }: { fields: readonly ChangedField[] }): VNode | null {
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd>
            {before !== undefined && <del>{before}</del>}
            {after !== undefined && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The changes, newest first. */
export function Changes({ changes }: { changes: readonly DetailedChange[] }): VNode {
  if (changes.length === 0) return <p class="quiet">No change since the start.</p>;
  return (
    <ol class="changes">
      {changes.toReversed().map(({ seq, time, type, resourceVersion, fields }) => (
        <li key={seq} class={type}>
          <button
            type="button"
            class="moment"
            onClick={() => travel((rows) => rows.goTo(seq))}
            title="Show this moment"
          >
            <time>{clockTime(time, true)}</time> {words[type]} <span class="quiet">version {resourceVersion}</span>
          </button>
          <Fields fields={fields} />
          {fields.length === 0 && type === "MODIFIED" && <p class="quiet">only metadata of the server changed</p>}
        </li>
      ))}
    </ol>
  );
}

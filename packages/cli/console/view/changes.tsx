// The changes of one object: when, which fields, from what to what. A click shows the moment.
import { Fragment, type VNode } from "preact";
import type { ChangedField } from "../../src/dev/timeline/changed-fields.ts";
import type { DetailedChange } from "../../src/console/wire.ts";
import { travel } from "../model/session.ts";
import { clockTime } from "../model/time-buckets.ts";

const words: Readonly<Record<DetailedChange["type"], string>> = {
  ADDED: "created",
  MODIFIED: "changed",
  DELETED: "deleted",
};

/** What core repeats for clients of an older API. */
const deprecated = "status.deprecated.";

/** A path that breaks after its dots. */
function Path({ path }: { path: string }): VNode {
  const steps = path.split(/(?<=[.])/);
  return (
    <>
      {steps.map((step, index) => (
        <Fragment key={index}>
          {step}
          <wbr />
        </Fragment>
      ))}
    </>
  );
}

function Value({ value }: { value: string }): VNode {
  return value === "" ? <span class="quiet">empty</span> : <>{value}</>;
}

/** Fields with their values before and after. */
export function Fields({ fields }: { fields: readonly ChangedField[] }): VNode | null {
  if (fields.length === 0) return null;
  const shown = fields.filter(({ path }) => !path.startsWith(deprecated));
  const hidden = fields.length - shown.length;
  return (
    <>
      <dl class="fields">
        {shown.map(({ path, before, after }) => (
          <div key={path}>
            <dt>
              <Path path={path} />
            </dt>
            <dd>
              {before !== undefined && (
                <del>
                  <Value value={before} />
                </del>
              )}
              {after !== undefined && (
                <ins>
                  <Value value={after} />
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {hidden > 0 && <p class="quiet">and {hidden} of status.deprecated</p>}
    </>
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
            title={`Show this moment, after which the object has the resourceVersion ${resourceVersion}`}
          >
            <time>{clockTime(time, true)}</time> {words[type]}
          </button>
          <Fields fields={fields} />
          {fields.length === 0 && type === "MODIFIED" && <p class="quiet">only metadata of the server changed</p>}
        </li>
      ))}
    </ol>
  );
}

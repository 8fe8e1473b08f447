// Changes of objects that are sent when a step ends: what several controllers change in one step, and what is replaced in the same step, is one write.
import { formatKey, getAt, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { isEnded } from "./drafts.ts";
import { inParallel } from "./in-parallel.ts";
import { withOwnChanges } from "./own-changes.ts";
import type { StepLists } from "./step-lists.ts";
import type { TransientErrors } from "./transient-errors.ts";

/** Sends a change at once, at the end of a step or before; returns the object as it is stored then. */
interface DirectWriter {
  send<T extends KubeObject>(resource: Resource<T>, before: T, draft: T): Promise<T>;
  sendEarly<T extends KubeObject>(resource: Resource<T>, before: T, draft: T): Promise<T>;
}

interface LateWrite {
  readonly resource: Resource;
  /** As it is stored. */
  readonly stored: KubeObject;
  readonly draft: KubeObject;
  readonly writer: DirectWriter;
}

/** The changes of a step that are not sent yet. */
export class LateWrites {
  readonly #lists: StepLists;
  readonly #kinds: ReadonlySet<string>;
  readonly #waiting = new Map<string, LateWrite>();
  /** How many changes there were. */
  count = 0;
  /** How many writes were made of those that were sent before the end of the step. */
  early = 0;

  constructor(lists: StepLists, kinds: readonly Resource[]) {
    this.#lists = lists;
    this.#kinds = new Set(kinds.map(({ group, kind }) => `${group} ${kind}`));
  }

  /** Whether the changes of a kind are sent late. */
  takes({ group, kind }: Resource): boolean {
    return this.#kinds.has(`${group} ${kind}`);
  }

  /** Takes a change; all controllers see the object that it returns from now on. A phase that another one follows is sent before: what others have changed by then stays. */
  async add<T extends KubeObject>(
    resource: Resource<T>,
    { before, draft, writer }: { readonly before: T; readonly draft: T; readonly writer: DirectWriter },
  ): Promise<T> {
    const id = `${resource.kind} ${formatKey(keyOf(draft))}`;
    const found = this.#waiting.get(id);
    // What was read again in between has none of the changes before.
    const known = found?.draft === before ? found : undefined;
    const isSent = known !== undefined && hidesPhase(known, draft);
    const stored = isSent
      ? await known.writer.sendEarly(resource, known.stored, known.draft)
      : (known?.stored ?? before);
    const shown = isSent ? withOwnChanges(stored, { before, draft }) : draft;
    this.#waiting.set(id, { resource, stored, draft: shown, writer });
    this.#lists.show(resource, shown);
    this.count += 1;
    return shown;
  }

  /** Sends all. What fails is read again. */
  async flush(parallel: number, errors: TransientErrors): Promise<void> {
    await inParallel([...this.#waiting], parallel, async ([id, { resource, stored, draft, writer }]) => {
      await errors.keep(id, async () => {
        await writer.send(resource, stored, draft);
        this.#waiting.delete(id);
      });
    });
    this.drop();
  }

  /** Sends nothing more: what is not stored is read again. */
  drop(): void {
    for (const { resource, draft } of this.#waiting.values()) this.#lists.forget(resource, keyOf(draft));
    this.#waiting.clear();
  }
}

/** Whether a phase would never be seen. A Machine that has its Node at once need not be seen as Provisioned. */
function hidesPhase({ stored, draft: known }: LateWrite, draft: KubeObject): boolean {
  const phase = phaseOf(known);
  if (phase === undefined || phase === "Provisioned" || phase === phaseOf(stored)) return false;
  return phase !== phaseOf(draft) || isEnded(draft);
}

function phaseOf(object: KubeObject): unknown {
  return getAt(object, ["status", "phase"]);
}

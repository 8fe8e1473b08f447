// What the topology controller has applied to the parts of a Cluster: what it does not want any more is taken away, and what others have set stays.
import {
  createMergePatch,
  deepClone,
  isJsonObject,
  keyOf,
  type KubeObject,
  parseApiVersion,
  type Resource,
} from "@capstan/kube";
import type { Writer } from "../writer.ts";
import { FailedChanges } from "./failed-changes.ts";
import { mergeApplied } from "./merge-applied.ts";
import { isRejection, TopologyFailure } from "./topology-failure.ts";

/** The fields of an object that are applied. */
type AppliedFields = Readonly<Record<string, unknown>>;

/** A part as it is, and its kind. */
export interface StoredPart<T extends KubeObject = KubeObject> {
  readonly resource: Resource<T>;
  readonly object: T;
  /** What the webhook of the kind sets before an object is checked. */
  readonly defaults?: (draft: T) => void;
}

/** What was wanted of a part, and what was stored then. */
interface Applied {
  readonly wanted: AppliedFields;
  readonly stored: AppliedFields;
}

/** The parts of one Cluster. */
export class AppliedParts {
  readonly failures: FailedChanges = new FailedChanges();
  readonly #byUid = new Map<string, Applied>();

  /** The object with what is wanted of it. */
  merged<T extends KubeObject>(current: T, wanted: KubeObject): T {
    const now = appliedFields(current);
    const merged = mergeApplied(now, appliedFields(wanted), this.#byUid.get(uidOf(current)));
    return isJsonObject(merged) ? withFields(current, merged) : current;
  }

  /** Creates a part; returns it as it is stored, or nothing if it existed. */
  async create<T extends KubeObject>(resource: Resource<T>, wanted: T, writer: Writer): Promise<T | undefined> {
    const stored = await namelessFailure(wanted, () => writer.strict().created(resource, wanted));
    if (stored !== undefined)
      this.#byUid.set(uidOf(stored), { wanted: appliedFields(wanted), stored: appliedFields(stored) });
    return stored;
  }

  /** Sends what has to be changed of a part. */
  async save<T extends KubeObject>(
    { resource, object, defaults }: StoredPart<T>,
    wanted: KubeObject,
    writer: Writer,
  ): Promise<void> {
    const merged = draftOfPart(this.merged(object, wanted), defaults);
    const hasChanged = createMergePatch(object, merged) !== undefined;
    const stored = hasChanged ? await writer.strict().store(resource, object, merged) : object;
    const known = this.#byUid.get(uidOf(object));
    const before = hasChanged ? undefined : known?.stored;
    this.#byUid.set(uidOf(object), { wanted: appliedFields(wanted), stored: before ?? appliedFields(stored) });
  }

  /** Forgets all but these parts. */
  keepOnly(parts: readonly KubeObject[]): void {
    const kept = new Set(parts.map(uidOf));
    for (const uid of this.#byUid.keys()) if (!kept.has(uid)) this.#byUid.delete(uid);
  }
}

/** As core, without the name: another one is made for each attempt, and the message would be a new one each time. */
async function namelessFailure<T>(object: KubeObject, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!isRejection(error)) throw error;
    const { group } = parseApiVersion(object.apiVersion);
    const causes = error.details?.causes?.map(({ reason, field, message }) => `${reason}: ${field}: ${message}`) ?? [];
    const why =
      causes.length > 0
        ? causes.join(" ")
        : error.message.replace(/^cannot create \S+ \S+: /, "").replaceAll(keyOf(object).name, "…");
    throw new TopologyFailure(`failed to create ${object.kind}.${group}: ${why}`, { cause: error });
  }
}

function draftOfPart<T extends KubeObject>(merged: T, defaults: StoredPart<T>["defaults"]): T {
  if (defaults === undefined) return merged;
  const draft = deepClone(merged);
  defaults(draft);
  return draft;
}

function uidOf({ metadata }: KubeObject): string {
  return metadata.uid ?? "";
}

/** Everything but the identity, the owners and the status. */
function appliedFields(object: KubeObject): AppliedFields {
  const {
    apiVersion: _,
    kind: __,
    metadata,
    status: ___,
    ...rest
  }: KubeObject & { readonly status?: unknown } = object;
  const { labels, annotations } = metadata;
  return {
    ...rest,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function withFields<T extends KubeObject>(object: T, { labels, annotations, ...rest }: AppliedFields): T {
  const metadata = { ...object.metadata, labels, annotations };
  return { ...object, ...rest, metadata };
}

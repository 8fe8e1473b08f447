// What reconciles read and write.
import type { Invariant } from "../invariant.ts";

const operator = "packages/operator/src";
const client = "packages/client";
const controller = `${operator}/controller`;
const workflow = "packages/controller-kit/src/workflow";

/** R1 to R6. */
export const consistencyRows: readonly Invariant[] = [
  {
    id: "R1",
    says: "A key is reconciled again when the cache has seen what its last reconcile wrote, or after five seconds with a warning.",
    file: `${controller}/controller.test.ts`,
    title: "a run whose key's own writes are not yet in the cache",
    mutant: {
      source: `${controller}/controller.ts`,
      from: "if (this.#cacheIsCurrent(taken) && this.#isSpaced(taken)) void",
      to: "if (this.#isSpaced(taken)) void",
    },
  },
  {
    id: "R1",
    says: "Each write counts from its own time.",
    file: `${controller}/read-own-writes.test.ts`,
    title: "a write counts from its own time",
    mutant: {
      source: `${controller}/own-writes.ts`,
      from: "object: withoutContent(written), before, at: now }",
      to: "object: withoutContent(written), before, at: others[0]?.at ?? this.#unseen.get(key)?.[0]?.at ?? now }",
    },
  },
  {
    id: "R1",
    says: "A write that no cache shows does not end the wait for the others.",
    file: `${controller}/read-own-writes.test.ts`,
    title: "a write that its cache never shows does not end the wait for a later one (R1)",
    mutant: { source: `${controller}/own-writes.ts`, from: "({ at }) => at > until", to: "() => false" },
  },
  {
    id: "R1",
    says: "What is not waited for any longer is counted.",
    file: `${controller}/read-own-writes.test.ts`,
    title: "a write that its cache never shows does not end the wait for a later one (R1)",
    mutant: {
      source: `${controller}/controller.ts`,
      from: "for (const kind of late.kinds) this.#deps.metrics.ownWriteNotSeen(this.name, kind);",
      to: "",
    },
  },
  {
    id: "R1",
    says: "A write that deletes the object is seen when the object is not there any more.",
    file: `${controller}/controller.test.ts`,
    title: "removing the last finalizer is seen when the object is deleted",
    mutant: {
      source: `${operator}/cache/informer.ts`,
      from: "if (deletionTimestamp !== undefined && finalizers.length === 0 && deletionGracePeriodSeconds === 0)",
      to: "if (false)",
    },
  },
  {
    id: "R1",
    says: "What a reconcile deleted is not there for the next one, or is in deletion.",
    file: `${controller}/read-own-writes.test.ts`,
    title: "the next run does not see an object that it deleted as it was (R1)",
    mutant: {
      source: `${controller}/run-client.ts`,
      from: "return { result, objects: isRead ? [read, deleted] : [deleted] };",
      to: "return { result, objects: [] };",
    },
  },
  {
    id: "R1",
    says: "Also when it had created that before the cache saw it.",
    file: `${controller}/read-own-writes.test.ts`,
    title: "the next run does not see an object that the last one created and deleted (R1)",
    mutant: { source: `${controller}/own-writes.ts`, from: "[before, object].find(", to: "[object].find(" },
  },
  {
    id: "R2",
    says: "Whether a write was seen is decided by how far the whole cache is, so a write that no event follows does not wait for one.",
    file: `${controller}/controller.test.ts`,
    title: "a write whose event never comes is over with the next bookmark",
    mutant: {
      source: `${operator}/cache/informer.ts`,
      from: "return this.store.hasReached(namespace, resourceVersion);",
      to: "return this.store.get({ namespace, name })?.metadata.resourceVersion === resourceVersion;",
    },
  },
  {
    id: "R3",
    says: "A pass that changes nothing sends nothing.",
    file: `${workflow}/pass.test.ts`,
    suite: "packages/controller-kit/test/pass-suite.ts",
    title: "a second pass that changes nothing sends nothing",
    mutant: {
      source: `${workflow}/patch-conditions.ts`,
      from: "  if (deepEqual(wanted, stored)) return undefined;\n",
      to: "",
    },
  },
  {
    id: "R4",
    says: "A write of finalizers or owners carries the version that it was derived from; one of other fields does not.",
    file: `${workflow}/exit-patch.test.ts`,
    title: "of the object that the pass has read",
    mutant: {
      source: `${workflow}/exit-patch.ts`,
      from: "return { ...body, metadata: { ...metadata, resourceVersion: latest.metadata.resourceVersion } };",
      to: "return { ...body, metadata };",
    },
  },
  {
    id: "R4",
    says: "A version in a write of other fields would be a conflict with every other writer.",
    file: `${workflow}/exit-patch.test.ts`,
    title: "a change of labels has the version undefined of the object that the pass has read",
    mutant: {
      source: `${workflow}/exit-patch.ts`,
      from: "if (!isShared) return send(body);",
      to: "if (!isShared) return send({ ...body, metadata: { ...(isJsonObject(metadata) ? metadata : {}), resourceVersion: before.metadata.resourceVersion } });",
    },
  },
  {
    id: "R4",
    says: "Entries of these lists that others have set meanwhile stay.",
    file: `${workflow}/exit-patch.test.ts`,
    title: "leaves the entries that another writer sets",
    mutant: {
      source: `${workflow}/exit-patch.ts`,
      from: "const lists = mergeMetadataLists(latest, patch);",
      to: "const lists = mergeMetadataLists(patch.before, patch);",
    },
  },
  {
    id: "R4",
    says: "A change that an author's function makes carries the version, too, and is made again on the stored object.",
    file: `${client}/src/objects/objects-embedded.test.ts`,
    suite: `${client}/test/objects-suite.ts`,
    title: "two writers add and remove entries of the same lists at the same time, and lose nothing",
    mutant: {
      source: `${client}/src/objects/modify.ts`,
      from: 'const metadata = { ...(isJsonObject(body["metadata"]) ? body["metadata"] : {}), resourceVersion };',
      to: 'const metadata = isJsonObject(body["metadata"]) ? body["metadata"] : {};',
    },
  },
  {
    id: "R4",
    says: "So do the additions and removals of our finalizer,",
    file: `${workflow}/finalizer.test.ts`,
    title: "removing it keeps the finalizers that were added meanwhile",
    mutant: {
      source: `${workflow}/finalizer.ts`,
      from: "body: { metadata: { resourceVersion, finalizers } } });",
      to: "body: { metadata: { finalizers } } });",
    },
  },
  {
    id: "R4",
    says: "and conditions, which are a list of several writers.",
    file: `${workflow}/patch-conditions.test.ts`,
    title: "after a conflict the conditions of other writers are kept, and ours are set",
    mutant: {
      source: `${workflow}/patch-conditions.ts`,
      from: "const body = { metadata: { resourceVersion: live.metadata.resourceVersion } };",
      to: "const body = {};",
    },
  },
  {
    id: "R5",
    says: "What the kit creates has the name of its owner, or one that the author chose.",
    file: `${workflow}/bootstrap-pass.test.ts`,
    suite: "packages/controller-kit/test/bootstrap-pass-suite.ts",
    title: "the flag is set only after the Secret exists, and the author is not called for data that exists",
    mutant: {
      source: "packages/controller-kit/src/roles/data-secret.ts",
      from: "...(found?.metadata ?? keyOf(config)),",
      to: '...(found?.metadata ?? { ...keyOf(config), name: `${keyOf(config).name}-${Math.random()}`.replace("0.", "") }),',
    },
  },
  {
    id: "R5",
    says: "A create whose answer was lost finds its object, and makes no second one.",
    file: `${workflow}/kit-client.test.ts`,
    title: "ensure changes an object that someone else created meanwhile",
    mutant: {
      source: `${client}/src/objects/ensure.ts`,
      from: "      if (!isAlreadyExists(error)) throw error;",
      to: "      throw error;",
    },
  },
  {
    id: "R6",
    says: "After a conflict a reconcile starts again, and that is neither logged nor counted as an error.",
    file: `${controller}/controller.test.ts`,
    title: "conflict is reconciled again and is no error",
    mutant: {
      source: `${controller}/reconcile-failure.ts`,
      from: 'if (are("outdated")) return { kind: "outdated", waitMs, transient };',
      to: "",
    },
  },
  {
    id: "R6",
    says: "Writes of the kit are tried five times on the live object before that.",
    file: `${workflow}/patch-conditions.test.ts`,
    title: "gives up after five conflicts",
    mutant: {
      source: `${client}/src/objects/retry-on-conflict.ts`,
      from: "const attempts = 5;",
      to: "const attempts = 1;",
    },
  },
  {
    id: "R6",
    says: "Between these attempts there is a random wait.",
    file: `${client}/src/objects/waits-after-conflicts.test.ts`,
    title: "after a conflict a random part of 10, 20, 40 and 80 ms is waited, and nothing after the last one",
    mutant: {
      source: `${client}/src/objects/retry-on-conflict.ts`,
      from: "2 ** (attempt - 1) * systemClock.random());",
      to: "2 ** (attempt - 1));",
    },
  },
];

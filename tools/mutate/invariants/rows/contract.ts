// What every provider must keep to, in the passes of controller-kit.
import type { Invariant, Mutant } from "../invariant.ts";

const kit = "packages/controller-kit";
const workflow = `${kit}/src/workflow`;
const pass = { file: `${workflow}/pass.test.ts`, suite: `${kit}/test/pass-suite.ts` };

/** The order of the controllers of Cluster API, which add the finalizer before they look for a pause. */
const addsFinalizerFirst: Mutant = {
  source: `${workflow}/pass.ts`,
  from: "  const pause = await recordPause(",
  to: `  if (finalizer !== undefined && !held && !deleting) {
    await addFinalizerOnServer(deps.client, controller.resource, { object, finalizer });
    return { step: "finalizer-added", ...atOnce };
  }
  const pause = await recordPause(`,
};

/** K1 to K8. */
export const contractRows: readonly Invariant[] = [
  {
    id: "K1",
    says: "The finalizer is stored before the author's function is called.",
    ...pass,
    title: "Paused, then the finalizer, then the author: one pass each",
    mutant: {
      source: `${workflow}/pass.ts`,
      from: "if (finalizer !== undefined && !held && !deleting) {",
      to: "if (false) {",
    },
  },
  {
    id: "K1",
    says: "The author's function cannot remove it, also in a deletion.",
    file: `${workflow}/pass-conditions.test.ts`,
    suite: `${kit}/test/pass-conditions-suite.ts`,
    title: "a deletion that waits keeps the kit's finalizer, whatever it makes of the list",
    mutant: {
      source: `${workflow}/finalizer.ts`,
      from: "if (!hasFinalizer(object, finalizer) || hasFinalizer(left, finalizer)) return;",
      to: "if (object.metadata.deletionTimestamp !== undefined || hasFinalizer(left, finalizer)) return;",
    },
  },
  {
    id: "K2",
    says: "Nothing is written to an object that is managed externally.",
    ...pass,
    title: "is left alone, also when it is deleted",
    mutant: {
      source: `${workflow}/pass.ts`,
      from: 'if (workflowOf(controller.role).mayBeExternal && isExternallyManaged(object)) return "externally-managed";',
      to: "",
    },
  },
  {
    id: "K3",
    says: "Of a paused object only the Paused condition changes.",
    ...pass,
    title: "stops the author and changes only the Paused condition",
    mutant: { source: `${workflow}/pause.ts`, from: 'if (reason !== undefined) return "paused";', to: "" },
  },
  {
    id: "K3",
    says: "It gets no finalizer either.",
    ...pass,
    title: "stops the author and changes only the Paused condition",
    mutant: addsFinalizerFirst,
  },
  {
    id: "K3",
    says: "What loses its finalizer under a pause is deleted at once.",
    file: `${kit}/src/run/move.test.ts`,
    title: "paused objects do not stay after the requests of a move, the finalizers removed first",
    mutant: addsFinalizerFirst,
  },
  {
    id: "K4",
    says: "Without an owner nothing is created.",
    ...pass,
    title: "without an owner nothing is written",
    mutant: {
      source: `${workflow}/pass.ts`,
      from: 'return typeof owners === "string" ? leaveUnowned(pass, owners) : ownedPass(pass, owners);',
      to: "return ownedPass(pass, owners);",
    },
  },
  {
    id: "K4",
    says: "A deleted object without an owner loses the finalizer.",
    ...pass,
    title: "a deleted object without an owner loses the finalizer, a warning names it, and the author is not called",
    mutant: {
      source: `${workflow}/pass.ts`,
      from: "await removeFinalizerOnServer(deps.client, controller.resource, { object, finalizer });",
      to: "",
    },
  },
  {
    id: "K5",
    says: "The provisioned flag is never taken back.",
    ...pass,
    title: "waiting sets the condition and with it Ready, and leaves the flag unchanged",
    mutant: {
      source: `${workflow}/apply-result.ts`,
      from: 'writeCondition(object, shape.conditions, { ...reason, status: "False", severity });',
      to: 'writeCondition(object, shape.conditions, { ...reason, status: "False", severity });\n  Object.assign(object.status ?? {}, { initialization: { provisioned: false } });',
    },
  },
  {
    id: "K5",
    says: "Not by stalled(),",
    file: `${workflow}/kept-flag.test.ts`,
    title: "stalled leaves the provisioned flag (K5)",
    mutant: {
      source: `${workflow}/apply-result.ts`,
      from: 'return setFalse(target, result.payload, "Error");',
      to: 'Object.assign(target.object.status ?? {}, { initialization: { provisioned: false } });\n      return setFalse(target, result.payload, "Error");',
    },
  },
  {
    id: "K5",
    says: "not by an error,",
    file: `${workflow}/kept-flag.test.ts`,
    title: "an error leaves the provisioned flag (K5)",
    mutant: {
      source: `${workflow}/apply-result.ts`,
      from: 'if (outcome.kind === "returned") applyResult(target, outcome.result);',
      to: 'if (outcome.kind === "returned") applyResult(target, outcome.result);\n  else Object.assign(target.object.status ?? {}, { initialization: { provisioned: false } });',
    },
  },
  {
    id: "K5",
    says: "and not while the object is deleted.",
    file: `${workflow}/kept-flag.test.ts`,
    title: "a deletion that is not finished leaves the provisioned flag (K5)",
    mutant: {
      source: `${workflow}/apply-result.ts`,
      from: '    case "requeueAfter":\n    case "removed":',
      to: '    case "requeueAfter":\n      Object.assign(target.object.status ?? {}, { initialization: { provisioned: false } });\n    case "removed":',
    },
  },
  {
    id: "K5",
    says: "Nor are the two flags of a pool of machines.",
    file: `${workflow}/pool-pass.test.ts`,
    suite: `${kit}/test/pool-pass-suite.ts`,
    title: "waiting leaves both flags of a pool",
    mutant: {
      source: `${workflow}/apply-result.ts`,
      from: 'writeCondition(object, shape.conditions, { ...reason, status: "False", severity });',
      to: 'writeCondition(object, shape.conditions, { ...reason, status: "False", severity });\n  Object.assign(object.status ?? {}, { ready: false });',
    },
  },
  {
    id: "K6",
    says: "A terminal failure is in failureReason and failureMessage of contract v1beta1, and only by failed().",
    file: `${workflow}/pass-kinds.test.ts`,
    suite: `${kit}/test/pass-kinds-suite.ts`,
    title: "contract v1beta1: flag, domain map, severities and permanent failure are in the fields of the contract",
    mutant: {
      source: `${workflow}/apply-result.ts`,
      from: "if (view !== undefined) setTerminalFailure(object, view, failure);",
      to: "",
    },
  },
  {
    id: "K7",
    says: "Conditions of other writers are kept.",
    ...pass,
    title: "conditions that other writers set meanwhile are kept",
    mutant: {
      source: `${workflow}/patch-conditions.ts`,
      from: "const stored = conditionsAt(live, place);",
      to: 'const stored = conditionsAt(live, place).filter(({ type }) => type !== "Audited");',
    },
  },
  {
    id: "K8",
    says: "An endpoint that is set never changes.",
    ...pass,
    title: "an endpoint that the user has set is kept",
    mutant: {
      source: "packages/contract/src/fields/infra-fields.ts",
      from: 'if (getEndpoint(object) === undefined) writePath(object, "spec.controlPlaneEndpoint", { host, port });',
      to: 'writePath(object, "spec.controlPlaneEndpoint", { host, port });',
    },
  },
];

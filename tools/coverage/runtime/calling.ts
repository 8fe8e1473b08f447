// What is demanded of who calls extensions.
import { type Demands, notOurs } from "./demand.ts";
import { shown } from "./files.ts";

/** The demands. */
export const calling: Demands = {
  "calling/as-core": shown(
    "our caller calls as Cluster API does: timeouts, failure policies, what it decodes and rejects",
    ["caller", "discovers, calls and reads a typed answer"],
    ["caller", "a server that is not there is an error, or success by policy"],
    ["caller", "a missing delay is none"],
    { in: "client", type: "callAll" },
  ),
  "calling/timeout": shown("no call takes longer than its timeout", ["hostileExtension", "that does not end in time"]),
  "calling/aggregation": shown("of several answers the shortest delay counts, and one Failure is an error", [
    "caller",
    "all handlers of a hook are called; the shortest delay wins, messages come in the order of names",
  ]),
  "calling/all-again": shown("when one of several extensions holds or fails, all are called again", [
    "topologyScenario",
    "upgrade: let through, every machine at the new version",
  ]),
  "calling/policies": shown(
    "with Ignore a call that does not come through counts as a success, with Fail as an error",
    ["caller", "a server that is not there is an error, or success by policy"],
  ),
  "calling/registry": shown(
    "a registry knows the extensions that are there, found by group and hook",
    ["extensionCaller", "an ExtensionConfig is registered whole or not at all"],
    ["extensionCaller", "all handlers of a hook are called in the order of their names"],
    ["extensionCaller", "before all are registered nothing can be looked up"],
  ),
  "calling/backoff": shown("calls that fail are made less and less often", [
    "extensionCaller",
    "a handler that cannot be reached is left alone for a while",
  ]),
  "calling/conditions": notOurs(
    "core shows errors of extensions in conditions, and tries again",
    "core does; our messages are made for it (handlers/messages)",
  ),
  "calling/moments": shown(
    "hooks are called at their moments: before a cluster is created, upgraded and deleted, and after",
    ["topologyScenario", "create: Available, our patches in the KubeadmControlPlane"],
    ["topologyScenario", "upgrade: held by the gate for as long as it says"],
    ["topologyScenario", "delete: held for the snapshot, then done"],
  ),
  "calling/held-changes": notOurs(
    "while an upgrade is held, other changes to the topology wait",
    "core holds them; `capstan dev` plays it",
  ),
  "calling/delays": notOurs(
    "core waits for running rollouts before it begins an upgrade",
    "core does; its order is drawn in the documentation",
  ),
  "scope/hooks": notOurs("which hooks exist is decided elsewhere", "the proposal says what it leaves out"),
  "scope/tests": shown(
    "catalog, discovery and tools have tests",
    ["catalog", "the catalog has every defined hook, unchanged, with its path"],
    ["wire", "Discovery is answered without a Content-Type, sorted by name"],
  ),
};

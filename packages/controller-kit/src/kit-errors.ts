// The errors of this package, as a table. `capstan explain` prints their pages from it.
import type { DiagnosticRule } from "@capstan/kube";
import { type ExtensionsErrorCode, extensionsErrors } from "./extensions/extension-errors.ts";
import { type ProviderErrorCode, providerErrors } from "./provider-errors.ts";

/** The codes of this package's errors. */
export type KitErrorCode =
  | ProviderErrorCode
  | ExtensionsErrorCode
  | "rbac/undeclared"
  | "workflow/owner-missing"
  | "workflow/bootstrap-label"
  | "workflow/bootstrap-value"
  | "workflow/bootstrap-of-pool"
  | "workflow/pool-machine-taken"
  | "workflow/data-secret-taken"
  | "workflow/undeclared-condition"
  | "workflow/result"
  | "workflow/unknown-field"
  | "workflow/ip-address-taken"
  | "once/name"
  | "once/settle"
  | "once/ref"
  | "once/note"
  | "once/changed"
  | "once/waiting"
  | "once/missing"
  | "ipam/range"
  | "ipam/too-many-ranges"
  | "ipam/address"
  | "ipam/prefix"
  | "ipam/reservations"
  | "ipam/too-many-reservations"
  | "migration/storage-not-served"
  | "migration/objects-failed"
  | "run/crd-missing"
  | "run/leader-services"
  | "run/webhook-threads"
  | "run/watch-filter-empty"
  | "workload/name-too-long"
  | "workload/not-watched"
  | "workload/too-many-objects";

/** Message, help and explanation of every error of this package by its code; `{name}` stands for a value of one error. `capstan explain` prints them. */
export const kitErrors: Readonly<Record<KitErrorCode, DiagnosticRule>> = {
  ...providerErrors,
  ...extensionsErrors,
  // Reported by the compiler: the messages are in authoring/typed-client.ts.
  "rbac/undeclared": {
    severity: "error",
    message: "{kind} is not declared in `watches`",
    help: "add gets({kind}) to `watches` to read it by name, reads({kind}) to list it; add owns({kind}) or writes({kind}) to write it",
    explain:
      "The manager gets exactly the permissions that `watches` of its controllers declare, so another call would be answered with 403 Forbidden. `gets` permits reading by name, `reads` listing too, `owns` and `writes` permit writing: create, delete and patch, or what their `verbs` list. The controller's own kind and Cluster can always be read.",
  },
  "workflow/owner-missing": {
    severity: "error",
    message: "the owner {kind} {key} does not exist",
    explain:
      "The object names an owner that cannot be read. Without it the pause check is impossible, so the pass ends and is retried automatically. Core deletes owners last, so this is transient.",
  },
  "workflow/bootstrap-label": {
    severity: "error",
    message: "Secret {key} has no label cluster.x-k8s.io/cluster-name with the name of the Machine's Cluster",
    help: "let the bootstrap provider set the label, as the contract requires; a Secret of your own needs a Machine without configRef",
    explain:
      "Bootstrap providers label the Secret of a machine with the name of its Cluster. A Machine with a configRef that names another Secret could read data that does not belong to its Cluster.",
  },
  "workflow/bootstrap-value": {
    severity: "error",
    message: 'Secret {key} has no key "value"',
    help: 'put the bootstrap data under the key "value"',
    explain:
      "Every bootstrap provider writes the data of a machine under that key; a Secret that you create yourself must do the same.",
  },
  "workflow/bootstrap-of-pool": {
    severity: "error",
    message: "Machine {key} belongs to a MachinePool, whose machines have read their data",
    help: "call `bootstrap.read()` in the controller of the pool; for such a Machine, report the machine that the pool has created",
    explain:
      "Core creates a Machine for each InfraMachine of a MachinePool. The machine exists by then, so that the Machine names no Secret with bootstrap data.",
  },
  "workflow/pool-machine-taken": {
    severity: "error",
    message: "{kind} {key} exists, and this {pool} does not own it",
    help: "give the machine another name in `machines`, for example one that begins with the name of the pool; or delete the object when nothing needs it",
    explain:
      "The kit creates one InfraMachine for each machine that a pool reports. One of the same name that belongs to another pool, or to a Machine of its own, is never taken over: its deletion would end a machine of somebody else.",
  },
  "workflow/data-secret-taken": {
    severity: "error",
    message: "Secret {key} exists, and the {kind} of the same name is not its controller",
    help: "delete the Secret if nothing needs it; the data is then created again",
    explain:
      "The data of a bootstrap config is stored in a Secret of the same name, with the config as its controller. Another Secret of that name is not replaced, because it may belong to somebody else, and not used, because a machine would run what somebody else wrote.",
  },
  "workflow/undeclared-condition": {
    severity: "error",
    message: "{what} is not declared by this controller",
    help: "declare it in `conditions`; declared: {known}",
    explain:
      "Condition types and their reasons are part of a provider's API. The definition of the controller lists them, and no others can be set.",
  },
  // The compiler reports it, too, for a report whose fields it knows.
  "workflow/result": {
    severity: "error",
    message: "`{called}` of kit.{kit}({kind}) returned {problem}",
    help: "return what one of these functions makes: {accepted}",
    explain:
      "The result of a pass decides what is written into the object and when the next pass runs, and `removed()` lets it be deleted. With something else, such as the result of a function that forgot to return one, the pass fails before anything of it is written.",
  },
  "workflow/unknown-field": {
    severity: "error",
    message: '`{result}` of kit.{kit} takes no "{field}"',
    help: "use only: {known}",
    explain:
      "Each kind reports the fields that core reads of it. Another one, because it is misspelled or of another kind, would be ignored without a word, so the pass fails before anything of the report is written.",
  },
  "workflow/ip-address-taken": {
    severity: "error",
    message: "IPAddress {key} exists, and the IPAddressClaim of the same name is not its controller",
    help: "delete the IPAddress if nothing needs it; the claim then gets one of its own",
    explain:
      "A claim is answered with an IPAddress of the same name that it controls. Another IPAddress of that name is not adopted, because its address may belong to another machine.",
  },
  "once/name": {
    severity: "error",
    message: '"{name}" cannot be a name in `ctx.once`',
    help: "use lower-case letters, digits and dashes, at most 40",
    explain: "The name is part of the name of an annotation of the object, where Kubernetes limits what it may have.",
  },
  "once/settle": {
    severity: "error",
    message: '`settle` of "{name}" must be a duration of 0 or more, not "{settle}"',
    help: 'write a number with a unit, for example "10s"',
    explain:
      "It is the time after which a list of the cloud surely has what a create has created. It is a duration in Go's notation.",
  },
  "once/ref": {
    severity: "error",
    message: "`idOf` of {name} returned {ref} for a thing of {kind} {key}",
    help: "return what the cloud calls the thing, a string that is not empty",
    explain:
      "The object remembers by this string which thing is its own; everything else that `find` finds is removed. Nothing is removed while one has no string.",
  },
  "once/note": {
    severity: "error",
    message: "the annotation {annotation} of {kind} {key} is not what this provider writes",
    help: "write the value again that it had before; remove the annotation if the cloud has nothing of this object",
    explain:
      "The annotation has the id by which the things of this object are found in the cloud. Without it they would be created a second time, so nothing is created and nothing is removed while it cannot be read.",
  },
  "once/changed": {
    severity: "error",
    message: "another process has changed the annotation {name} of {kind} {key}, or the object was deleted",
    explain:
      "Of two processes that both believe that they lead, only one can write what it is about to create. The pass of the other one ends, and is repeated.",
  },
  "once/waiting": {
    severity: "error",
    message: "{name} of {kind} {key}: it is not known yet whether the cloud has created it",
    explain:
      "A call that creates it was made, or a process was about to make it, and its answer is not known: the process was killed, or the answer was lost. Another call is made only after the time `settle`, and only if the cloud does not list it then. The pass is repeated.",
  },
  "once/missing": {
    severity: "error",
    message: "{name} of {kind} {key}: the cloud does not list it",
    explain:
      "The list of a cloud may be older than what it lists. Only when it has been missing for the time `settle`, the thing counts as deleted. The pass is repeated.",
  },
  "ipam/too-many-ranges": {
    severity: "error",
    message: "there are more than {limit} ranges of addresses",
    help: "join ranges that follow one another, and set `@maxItems` on the list",
    explain:
      "Each range is compared with all others, so the time grows with the square of their number. Who may create pools decides how many there are.",
  },
  "ipam/range": {
    severity: "error",
    message: '"{entry}": {problem}',
    help: 'write an address ("10.0.0.5"), a range ("10.0.0.10-10.0.0.99") or a network ("10.0.1.0/24", "fd00::/64")',
    explain:
      "`addressesIn` reads addresses, ranges of two addresses of one IP version, and networks that begin at their first address.",
  },
  "ipam/address": {
    severity: "error",
    message: '"{address}" is not an IP address',
    help: "pass IPv4 or IPv6 addresses without a prefix to `reserve` and `allocated`",
    explain:
      "Core's webhook rejects an IPAddress with another value, and two forms of one address could not be compared. The prefix has a field of its own.",
  },
  "ipam/prefix": {
    severity: "error",
    message: "{prefix} is not the length of a prefix of {address}",
    help: "pass a whole number from 0 to {most}",
    explain: "The prefix of an IPAddress is the length of its network in bits: 0 to 32 for IPv4, 0 to 128 for IPv6.",
  },
  "ipam/reservations": {
    severity: "error",
    message: "the annotation {name} of {kind} {key} is not what this provider writes",
    help: "remove the annotation while no manager of this provider runs",
    explain:
      "The annotation has the addresses that are about to be allocated. Without it an address could be given twice, so nothing is allocated while it cannot be read.",
  },
  "ipam/too-many-reservations": {
    severity: "error",
    message: "{kind} {key} has too many addresses that are reserved and not yet allocated",
    help: "let `allocate` return `allocated` soon after `reserve`",
    explain:
      "Reservations are stored in an annotation of the pool, which has 2,000 of them at most. They are removed when their IPAddress exists, so many remain only if `allocate` often reserves an address and then returns something else. The pass is retried.",
  },
  "migration/storage-not-served": {
    severity: "error",
    message: "{name} stores its objects in {version}, which it does not serve",
    help: "serve the version that is stored until another one is stored",
    explain:
      "Stored objects are moved to the storage version by writing each of them in it, which needs a version that is served. The migration is repeated when the definition changes, and from time to time.",
  },
  "migration/objects-failed": {
    severity: "error",
    message: "{failed} of {total} objects of {kind} could not be {what}; the first is {object}: {reason}",
    help: "read the reason: often an object cannot be converted, or the conversion webhook does not answer; the log names every object",
    explain:
      "After a change of its CustomResourceDefinitions a provider stores all objects of its kinds in the storage version. While one object cannot be stored again, the older version stays in `status.storedVersions` of the definition, so that no release can drop it. It is repeated, with a growing delay, for the objects that are left.",
  },
  "run/crd-missing": {
    severity: "error",
    message: "the API server at {server} does not serve {kinds}",
    help: "install Cluster API's core and the CRDs of this provider first; for a kind of Kubernetes itself, look whether this version of the server has it and whether it is enabled",
    explain:
      "A controller cannot watch a kind that is not served. clusterctl installs core and the provider's CRDs before the provider's Deployment.",
  },
  "run/leader-services": {
    severity: "error",
    message: "{who} needs services, and only the leader has them",
    help: 'remove `servicesOn: "leader"`, or use no services outside of controllers and of runnables of the leader',
    explain:
      "Webhooks answer in every replica, and so do runnables with `needsLeader: false`. Services that are created when a process leads do not exist in the others.",
  },
  "run/webhook-threads": {
    severity: "error",
    message: "webhooks cannot be served in threads: {reason}",
    help: "start the provider with `node FILE`, whose last statement is `run`, or without --webhook-threads",
    explain:
      "Each thread loads the file that the process was started with, and `run` serves the webhooks in it. Several threads listen on one port, which Node can do from version 23.1 on.",
  },
  "run/watch-filter-empty": {
    severity: "warning",
    message:
      'none of the {count} objects of {kinds} has the label cluster.x-k8s.io/watch-filter with the value "{value}"',
    help: "correct --watch-filter, or set the label on the objects",
    explain:
      "With --watch-filter a provider works only on objects with this label and value. There are objects, and none has it, so the provider does nothing. It is checked once, when the caches are filled.",
  },
  "workload/name-too-long": {
    severity: "error",
    message:
      "{kind} of the workload cluster of {cluster} are not watched: the server sent one whose namespace or name is no string of at most {most} characters",
    help: "leave that object out with labelSelector or fieldSelector; names are seldom longer than 253 characters, so find out what answers at the server of the kubeconfig",
    explain:
      "A workload cluster belongs to a tenant, who could fill the memory of the manager with names. The watch ended, and is tried again after five to ten minutes; until then changes in that cluster cause no pass, and `--sync-period` reconciles what was missed.",
  },
  "workload/not-watched": {
    severity: "error",
    message: "`ctx.kept` was called with a watch of {kind} that is not in `workload` of the controller",
    help: "put the watch itself into `workload`, and call `ctx.kept` with it",
    explain:
      "Each controller keeps what its own watches see, from when it leads. What `workload(...)` returns is one watch: a second call with the same options makes another one, which nothing fills.",
  },
  "workload/too-many-objects": {
    severity: "error",
    message: "{kind} of the workload cluster of {cluster} are not watched: the list has more than {most}, or no end",
    help: "watch fewer with labelSelector or fieldSelector, or raise mostObjects",
    explain:
      "A workload cluster belongs to a tenant, who could fill the memory of the manager with objects. The watch ended, and is tried again after five to ten minutes; until then changes in that cluster cause no pass, and `--sync-period` reconciles what was missed.",
  },
};

// The errors of this package, as a table. `capstan explain` prints their pages from it.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";
import { type AuthorErrorCode, authorErrors } from "./author-errors.ts";
import { type ConversionErrorCode, conversionErrors } from "./conversions/conversion-errors.ts";
import { type WebhookErrorCode, webhookErrors } from "./webhooks/webhook-errors.ts";

/** The codes of this package's errors. */
export type OperatorErrorCode =
  | AuthorErrorCode
  | ConversionErrorCode
  | WebhookErrorCode
  | "operator/cache-changed"
  | "operator/cache-conflict"
  | "operator/cache-not-synced"
  | "operator/concurrency"
  | "operator/duplicate-controller"
  | "operator/duplicate-index"
  | "operator/duration"
  | "operator/index-failed"
  | "operator/kind-not-served"
  | "operator/label-selector"
  | "operator/leadership-lost"
  | "operator/lease-taken"
  | "operator/lease-times"
  | "operator/list-incomplete"
  | "operator/loop-blocked"
  | "operator/map-timeout"
  | "operator/metadata-only"
  | "operator/metric"
  | "operator/name"
  | "operator/namespace-not-cached"
  | "operator/no-such-controller"
  | "operator/no-such-index"
  | "operator/not-cached"
  | "operator/not-keys"
  | "operator/not-leading"
  | "operator/not-listed"
  | "operator/reconcile-abandoned"
  | "operator/reconcile-over"
  | "operator/reconcile-result"
  | "operator/reconcile-timeout"
  | "operator/rights-missing"
  | "operator/runnable-failed"
  | "operator/shutdown-timeout"
  | "operator/source-ended"
  | "operator/started"
  | "operator/stopped"
  | "operator/transform-failed"
  | "operator/watch-ended"
  | "operator/watch-keys"
  | "operator/server-thread"
  | "operator/undeclared-call";

/** Message, help and explanation of every error of this package by its code; `{name}` stands for a value of one error. `capstan explain` prints them. */
export const operatorErrors: Readonly<Record<OperatorErrorCode, DiagnosticRule>> = {
  ...authorErrors,
  ...conversionErrors,
  ...webhookErrors,
  "operator/cache-changed": {
    severity: "error",
    message: "{path} of {kind} {name} was changed in the cache",
    help: "read the object with `cache.get` or `cache.list`, which return copies, or copy it with `structuredClone` first",
    explain:
      "Objects that `view` and `each` give, and those that predicates, maps and index functions get, are those of the cache: a change would be read by all other reconciles, and never written. With `protectCache` such a change throws where it is made; `startProvider` of tests and `capstan dev` set it.",
  },
  "operator/cache-not-synced": {
    severity: "error",
    message: "the cache was not filled within {seconds} s; missing: {kinds}",
    help: "check that the kinds are installed and that this account may list and watch them; on a server that ignores sendInitialEvents, set KUBE_FEATURE_WatchListClient=false",
    explain:
      "A manager lists every kind that its controllers watch before it reconciles anything. The message has the last failure of each missing kind. The list comes as a watch where the server offers that (WatchList). A server that ignores `sendInitialEvents`, and sends many changes meanwhile, never ends such a list: with the environment variable `KUBE_FEATURE_WatchListClient=false`, which client-go reads as well, kinds are listed in the usual way.",
  },
  "operator/cache-conflict": {
    severity: "error",
    message: "{kind} is cached in two ways: by {first}, and by {second}",
    help: "give every watch of the kind the same selectors and the same transform function, or set them once, in the option `cache` of the manager",
    explain:
      "All controllers of a manager share the cache of a kind. With two selectors, or with one that only one controller knows of, a controller would read objects that another one excludes, or miss objects that it expects.",
  },
  "operator/concurrency": {
    severity: "error",
    message: 'concurrency of controller "{name}" must be 1 or more, not {concurrency}',
    help: "give the number of keys that are reconciled at the same time, or leave the option out: the default is 10; to stop a controller, do not add it",
    explain: "A controller without a worker would fill its queue and reconcile nothing, without an error.",
  },
  "operator/duplicate-controller": {
    severity: "error",
    message: 'two controllers have the name "{name}"',
    help: "give each controller a different name",
    explain: "Metrics and log lines identify a controller by its name.",
  },
  "operator/duplicate-index": {
    severity: "error",
    message: 'two indexes of {kind} have the name "{name}"',
    help: "give each index of a kind a different name, or declare the same constant in both controllers",
    explain: "The cache of a kind is shared by all controllers, and so are its indexes, which it finds by their names.",
  },
  "operator/duration": {
    severity: "error",
    message: '{option} must be a duration of 0 or more, not "{duration}"',
    help: 'write a number and a unit (ms, s, m, h), for example "30s" or "1h30m"',
    explain:
      "Durations follow Go's notation, as everywhere in Kubernetes: numbers with units, without spaces between them. A wrong option of a manager or a controller stops the program at its start; a wrong `requeueAfter` makes the reconcile fail, and the key is retried. `new TransientError(message, { retryAfter })` throws this error for a wrong `retryAfter`; its cause has the message of the TransientError. `retryAfterOf` makes a duration of the header `Retry-After`.",
  },
  "operator/index-failed": {
    severity: "error",
    message: 'the index "{name}" of {kind} failed: {reason}',
    help: "return a list of strings for every object, and an empty list to leave one out",
    explain:
      "The function of an index is called with each object of the cache, also with those that somebody wrote by hand. The object is in the cache, but look-ups by this index do not find it until it changes.",
  },
  "operator/kind-not-served": {
    severity: "error",
    message: "the server does not serve {kind} of {apiVersion}",
    help: "{fix}; or set `optional: true` on the watch if the kind may be missing",
    explain:
      'Lists and watches of the kind answer 404, so its CRD is missing, or does not serve this version: install it. A kind of Kubernetes itself, such as Job of batch/v1, has no CRD: the embedded API server of tests and of `capstan dev` has few of them, and the real one (`backend: "envtest"`, `capstan dev --real`) has them all. It is looked for again, with waits of at most 30 s. A kind that is needed keeps the manager from starting, and is not ready a minute after its CRD is deleted; an optional one is watched as soon as it is there. What is cached stays in the cache until the kind is served again, and is replaced by a new list then. Reads of the cache of an optional kind throw this error until it was there once: ask `cache.has` first.',
  },
  "operator/label-selector": {
    severity: "error",
    message: 'the label selector of {kind} is "{labelSelector}": {reason}',
    help: 'write it as `kubectl -l` takes it, for example "app=web,tier!=test"',
    explain: "The selector of a watch, or of the option `cache` of the manager, is sent with every list and watch.",
  },
  "operator/leadership-lost": {
    severity: "error",
    message: "the lease {lease} could not be renewed within {seconds} s: leadership is lost; {reason}",
    help: "restart the process; if this repeats, check the load of the API server and of this process",
    explain:
      "Another process may lead already, so this one must end at once: two leaders would change the same objects.",
  },
  "operator/lease-taken": {
    severity: "error",
    message: "the lease {lease} has the holder {holder} now: leadership is lost",
    help: "restart the process, and change the lease of a running process by no other means than stopping it",
    explain:
      "Somebody wrote another holder into the lease of this process, or deleted the lease and another process created it again. The other process leads, so this one ended at once.",
  },
  "operator/lease-times": {
    severity: "error",
    message: "the times of the leader election are invalid: lease {lease}, renew {renew}, retry {retry}",
    help: "make the lease (--leader-elect-lease-duration) longer than the renew deadline (--leader-elect-renew-deadline), and that longer than 1.2 times the retry period (--leader-elect-retry-period)",
    explain:
      "A leader must stop before another process may take over, and must be able to try more than once before it stops. In code the three times are leaseDuration, renewDeadline and retryPeriod of the manager's leaderElection. Exit code for flags: 2.",
  },
  "operator/list-incomplete": {
    severity: "error",
    message: "the server ended the watch of {kind} before its list was complete",
    help: "check that this is the address of an API server, not of a proxy or a login page",
    explain:
      "A cache is filled by a watch that begins with the list of all objects. The connection ended without an error and without that list; the cache opens the next one. An API server that stops does this once.",
  },
  "operator/loop-blocked": {
    severity: "error",
    message: "the event loop stood still for {seconds} s; reconciles that ran: {objects}",
    help: "move the computation to a worker thread, or cut it into pieces that wait for setImmediate of node:timers/promises",
    explain:
      "JavaScript runs one thing at a time: while a function computes, or waits for a file or a process with a function whose name ends in Sync, this process renews no Lease, answers no webhook, reads no event and starts no other reconcile. One reconcile is named when it computed before its first `await`. Otherwise those are named that ran at that moment, and one of them did it, or a `map`, a predicate, an index or other code of the program. `capstan_loop_blocked_total` counts it.",
  },
  "operator/map-timeout": {
    severity: "error",
    message: "the map of a {kind} did not end within {seconds} s",
    help: "pass the signal of its context to everything that waits",
    explain:
      "A function `map` of a watch finds the keys that an object concerns. Its signal has aborted, and what it returns later is ignored. The call is repeated, later each time; other objects do not wait for it.",
  },
  "operator/metric": {
    severity: "error",
    message: 'the metric "{name}" cannot be created: {reason}',
    help: "give each metric a name of its own, and names of letters, digits and underscores",
    explain:
      "Metrics of the program's author are on the same page as those of the manager, so their names must differ from those too. Create each once, at the start, and pass it to what counts.",
  },
  "operator/metadata-only": {
    severity: "error",
    message: "only the metadata of {kind} is cached",
    help: "read metadataOf({kind}), watch the kind itself instead of metadataOf({kind}), or read it with the client",
    explain:
      "A controller watches the kind with `metadataOf`, so the cache has no other fields of its objects. A result without them would look like an object without a spec.",
  },
  "operator/name": {
    severity: "error",
    message: 'an operator cannot have the name "{name}"',
    help: "give `runOperator` a name of at most 63 lower-case letters, digits and dashes, such as website-operator; with `webhookObjects` it begins with a letter and has at most 54",
    explain:
      "The name is in the name of the Lease of the leader election and in events, and the API server rejects other characters there. `webhookObjects` also makes the name of a Service of it, `<name>-webhooks`, which has at most 63 characters and begins with a letter. Exit code: 1.",
  },
  "operator/namespace-not-cached": {
    severity: "error",
    message: "{kind} of the namespace {namespace} is not cached: the manager watches {namespaces} only",
    help: "add the namespace to --namespace (in code: to `namespaces`), or read the object with the client",
    explain: "An empty result would look like an object that does not exist.",
  },
  "operator/no-such-controller": {
    severity: "error",
    message: 'there is no controller "{name}"',
    help: "add the controller first, and give its name",
    explain: "`addWatch` adds a watch to a controller of the same manager, which it finds by its name.",
  },
  "operator/no-such-index": {
    severity: "error",
    message: 'the cache of {kind} has no index "{name}"',
    help: "declare it in `indexes` of a controller, or call `manager.cache.addIndex` before the manager runs",
    explain:
      "An index is kept up to date from the first object on, so it must be added before the cache is filled. Look it up with the constant that was declared: another one of the same name may file objects in another way.",
  },
  "operator/not-cached": {
    severity: "error",
    message: "{kind} is not cached: no controller of this manager watches it",
    help: "add it to the controller's watches or reads, or read it with the client",
    explain:
      "An empty result would look like an object that does not exist, and a cache that starts on its own could load all objects of a cluster. In a provider, Secrets and ConfigMaps are cached only when a controller owns or maps them.",
  },
  "operator/not-keys": {
    severity: "error",
    message: "{what} gave {given}, not keys of objects",
    help: 'give keys such as { namespace: "default", name: "a" }, for example keyOf(object); the namespace of a cluster-scoped object is ""',
    explain:
      "A queue holds the namespaces and names of objects. Something else would be a key that no object has, and the change that it was given for would be lost.",
  },
  "operator/not-listed": {
    severity: "error",
    message: "{kind} is not in the cache yet: its first list has not ended",
    help: "ask `cache.has` first, and read with the client until then; a reconcile that throws this error is repeated",
    explain:
      "A controller or a watch that is added to a manager that runs brings a kind that is not listed yet. Its objects would look as if they did not exist, so reads of the cache throw until the list is complete.",
  },
  "operator/not-leading": {
    severity: "error",
    message: "this process does not lead, so it may not call the API server with the client of the leader",
    help: "end when the signal aborts; for calls that every process may make use `client` of the manager",
    explain:
      "`leaderClient` of a manager, which a provider passes to its runnables, is for what one process at a time may do. Another process may have changed the objects since this one lost its lease.",
  },
  "operator/reconcile-abandoned": {
    severity: "error",
    message: "the reconcile did not end {seconds} s after its start, and was abandoned",
    help: "pass the signal of the reconcile to everything that waits",
    explain:
      "Its signal aborted at its timeout, and it did not end within five seconds. Another key has its worker now, and its calls to the API server are rejected. What it waits for cannot be recalled, so its key is not reconciled again until its promise settles. While one is stuck for longer than stuckTimeout, /healthz fails, so that the process is restarted.",
  },
  "operator/reconcile-over": {
    severity: "error",
    message: "the reconcile of {object} may not call the API server: {reason}",
    help: "pass the signal of the reconcile to everything that waits, and do not use its client after that",
    explain:
      "A reconcile that has ended or was abandoned, or whose process lost its lease, must not write: another reconcile or another process may have changed the object since. One that ends too early often awaits a Promise.all, which rejects at the first error while the others go on, or has a call without `await`.",
  },
  "operator/reconcile-result": {
    severity: "error",
    message: 'the reconcile of the controller "{controller}" returned {given}, which is not a result',
    help: 'return nothing, {} or { requeueAfter: "30s" }',
    explain:
      "Something else may be a mistake, such as the Result of controller-runtime or a number of seconds, and the wait that was meant would be lost. The reconcile counts as failed, as after a TypeError: its key is retried with backoff, and `controller_runtime_reconcile_panics_total` counts it.",
  },
  "operator/reconcile-timeout": {
    severity: "error",
    message: "the reconcile did not end within {seconds} s",
    help: "return with a requeue instead of waiting, or raise the timeout of the controller",
    explain:
      "The signal of the reconcile has aborted, and so have its calls to the API server. It has five seconds to end; then it is abandoned.",
  },
  "operator/rights-missing": {
    severity: "error",
    message: 'this account may not {verbs} {resource} of the group "{group}" {where}: {reason}',
    help: 'add a rule to its Role or ClusterRole: apiGroups: ["{group}"], resources: ["{resource}"], verbs: [{list}]',
    explain:
      "The API server answered 403. `controllerRights` makes the rules of an operator from what its controllers declare, and `capstan bundle` those of a provider; a Role that was written or changed by hand may lack one. A manager with `--namespace` needs Roles in each of these namespaces, and a manager of all namespaces a ClusterRole with a ClusterRoleBinding.",
  },
  "operator/runnable-failed": {
    severity: "error",
    message: "{name} failed: {reason}",
    explain: "A runnable must run as long as the manager does. It failed, so the manager stopped.",
  },
  "operator/shutdown-timeout": {
    severity: "error",
    message: "reconciles or tasks were still running {seconds} s after the stop: {running}",
    help: "pass the signal of the reconcile context, or that of the task, to everything that waits",
    explain:
      "The signals of reconciles and tasks abort when the manager stops. The controllers in the message (with the number of their reconciles), sources and tasks did not end in time; objects are reconciled again after the restart. A reconcile that was abandoned counts too: a call to a cloud that it waits for may still be in flight. The Lease was not released, so that the next leader waits until it expires.",
  },
  "operator/source-ended": {
    severity: "error",
    message: 'the source "{name}" of the controller "{controller}" has ended',
    help: "let its iterable go on until its signal aborts",
    explain:
      "A source gives keys for as long as the manager runs. This one ended, so it is opened again, later each time. Keys that it would have given meanwhile are lost unless it remembers them.",
  },
  "operator/started": {
    severity: "error",
    message: "{what} cannot be added: the manager is already running",
    help: "add it before you call run",
    explain:
      "Servers listen before the caches fill, and a manager runs once. Controllers, watches and runnables may be added later.",
  },
  "operator/stopped": {
    severity: "error",
    message: "{what} cannot be added: the manager has stopped",
    help: "add it before the manager stops, or create another manager",
    explain: "A manager runs once. After its stop nothing that is added would run.",
  },
  "operator/transform-failed": {
    severity: "error",
    message: "the transform of {kind} {name} failed: {reason}",
    help: "return the object with its apiVersion, kind, name, namespace, uid and resourceVersion",
    explain:
      "What a transform returns is cached in the place of the object. Without its identity the cache would keep it under another name or version, and an object that is left out would look deleted. The kind is listed or watched again, later each time, and the manager is not ready meanwhile.",
  },
  "operator/watch-ended": {
    severity: "error",
    message: "the server ended the watch of {kind} within ten seconds, without an event",
    help: "check that this is the address of an API server, not of a proxy",
    explain:
      "Watches last minutes. One that ends within ten seconds without an event is opened again after a wait, which grows. An API server that stops does this once.",
  },
  "operator/watch-keys": {
    severity: "error",
    message: 'the watch of {kind} in the controller "{controller}" has {given}',
    help: 'give it exactly one of them: `map` returns the keys to reconcile, and `owner: "controller"` or `owner: "any"` reconciles the owners of the kind of the controller; a kind that is only read belongs in `reads`',
    explain: "A watch with neither would start and reconcile nothing, and of both only `map` would count.",
  },
  "operator/server-thread": {
    severity: "error",
    message: "a thread that serves webhooks failed: {reason}",
    help: "read the messages of the thread above this one",
    explain:
      "With `--webhook-threads` webhooks are served by threads of their own. Without one of them the process would answer some of the calls alone, so it ends and is started again.",
  },
  // Reported by the compiler: the messages are in controller/operator-client.ts.
  "operator/undeclared-call": {
    severity: "error",
    message: "{verb} of {kind} is not declared",
    help: "add the kind with the verb to `calls` of the controller; a function that takes a `Client` gets `untypedClient(client)`",
    explain:
      "`declareController` gives `reconcile` a client for what the controller declares: reads of the kinds of `for`, `watches` and `reads`, and the verbs of `calls`. `controllerRights` gives the rights for the same, so the API server would answer another call with 403 Forbidden.",
  },
};

/** Creates an error of this package. */
export function operatorError(
  code: OperatorErrorCode,
  values: NonNullable<ErrorDetails["values"]> = {},
  cause?: unknown,
): CapstanError {
  return errorOf(operatorErrors, code, { values, cause });
}

// What an extension kit could have beyond Go's, by the last column of the table of features; and the parts of the column before it that are not built.
import { type Demands, notOurs } from "./demand.ts";
import { shown } from "./files.ts";

/** The demands. */
export const couldHave: Demands = {
  "could/branded-types": notOurs(
    "types of names and versions that no other string fits, and requests that cannot be changed",
    "types are those of JSON, so that literals of tests fit them; what arrives is checked at run time",
  ),
  "could/request-schemas": shown(
    "a request is compared with the schema of its hook, and an error names the field",
    ["hookSchemas", "the first problem is reported with its path"],
    [
      "hookSchemas",
      "values of enums that are unknown pass in requests, wrong types do not, and responses have known ones",
    ],
  ),
  "could/wait-to-retry": notOurs(
    "a helper that waits for something and answers with a retry before the deadline",
    "a handler that has to wait answers with retryAfter at once, and core calls it again; one that waits in the call has `deadline` and `signal` in its context",
  ),
  "could/answers-checked": shown(
    "an answer is compared with the schema of its hook before it leaves, always",
    ["readResult", "fields that the result decides, or that the response does not have, are rejected"],
    ["answerCall", "retryAfter of a hook that cannot block"],
  ),
  "could/generations": shown(
    "generations of a handler have names with a number, side by side",
    ["generations", "each is served as it was when the next one came"],
    ["generations", "those before are the same handlers"],
  ),
  "could/warn-of-ignore": notOurs(
    "a warning of the policy Ignore on hooks that can block",
    "a handler that only watches can want that its failure holds nothing back, and a warning would stay at each of its starts; Fail is the default, so Ignore is there only where an author wrote it",
  ),
  "could/static-discovery": shown("what discovery answers can be reviewed before anything is served", [
    "run",
    "--describe prints what a release is made from and opens nothing",
  ]),
  "could/circuit-breaker": notOurs(
    "a handler that fails again and again is not called for a while",
    "core calls less and less often on its own; a breaker of ours would go on failing calls that could succeed",
  ),
  "could/worker-threads": notOurs(
    "patches of many templates are made by other threads",
    "templates are patched in turns of the event loop, so that other calls go on; replicas share the load",
  ),
  "could/dev-certificates": notOurs(
    "a command that makes certificates for development",
    "`dev` and tests make their own and keep no file; in clusters cert-manager makes them",
  ),
  "could/telemetry": shown(
    "spans by OpenTelemetry where it is installed, and how late the event loop is",
    ["traceCalls", "each call is a span with its hook, its handler and its status, below that of its caller"],
    ["textMetrics", "how late its event loop was since the last page"],
    ["metrics", "calls count by hook, handler, status and whether they ask for another"],
  ),
  "could/recorded-requests": shown(
    "requests are recorded where that is wanted, with masks in place of secrets",
    ["recorded", "has the extension, each request with its Cluster, and its answer, for its owner alone"],
    ["recorded", "are masks of the same form in the request"],
  ),
  "could/explained-patches": shown(
    "which handler changes which field of which object is known without a rollout",
    ["plan", "names the handler that answers, on a terminal"],
    ["plan", "names each object, its fields and the rule, and ends with 1 when machines are replaced"],
  ),
  "could/explained-steps": notOurs(
    "which step of a pipeline changed which field",
    "the patch is what all steps leave together; the log has each step with its time, and handlers of their own are told apart by `plan`",
  ),
  "could/cross-template-checks": notOurs(
    "a language for conditions over several templates",
    "a handler of ValidateTopology gets all templates and is a function: TypeScript is the language",
  ),
  "could/cel-lint": notOurs(
    "rules in CEL are compiled before a cluster sees them",
    "CEL of Kubernetes is later work of the project: the form of rules is checked, and a warning says that they are not compiled",
  ),
  "could/variable-changes": notOurs(
    "the variables of two releases are compared",
    "`call DiscoverVariables` prints what each release answers, for any tool that compares JSON; which Clusters a new schema does not fit depends on their values, and core checks those in each reconcile",
  ),
  "could/in-place-conformance": shown(
    "claimed changes make the current object equal to the desired one, and one extension has each hook once",
    ["inPlace", "of a MachineSet and its templates"],
    ["define", "several handlers of a hook that has one"],
    ["doctorExtensions", "counts machines, and says that several handlers are none"],
  ),
  "could/plan-simulator": notOurs(
    "an upgrade by a plan is played, with the skew of each step",
    "a plan that breaks a rule fails with the rule and both versions (plans/builder); how Clusters go through one is seen on a real core",
  ),
  "could/feature-gates": notOurs(
    "handlers and steps behind feature gates of the server",
    "discovery, rights and manifests come from the definition, before flags are read: a handler of patches that a flag takes away stops each Cluster whose class names it, and one of a lifecycle hook lets pass what it held back; a step of a pipeline is a function, so a setting and a condition in it are the same, and settings differ by ClusterClass",
  ),
  "could/steps-by-variable": notOurs(
    "a variable decides whether a step runs",
    "a step is a function that gets the variables of each template: a condition in it is the same in fewer words",
  ),
  "could/settings-pages": notOurs(
    "a page about settings is generated",
    "a description is written beside each setting, for those who read the code; releases have no such page",
  ),
  "could/replay": shown(
    "calls to a running extension are recorded and compared with what another version answers",
    ["recordingProxy", "has calls of topology hooks once, with the name that is given"],
    ["plan", "says that nothing changes, and ends with 0"],
  ),
  "could/class-snippets": shown("the fields of a ClusterClass with the exact names of handlers", [
    "topologyPatches",
    "generatePatchesExtension: patches-v1.gate",
  ]),
};

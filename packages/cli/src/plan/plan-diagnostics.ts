// What `capstan plan` reports about handlers that answer recorded requests otherwise.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type PlanCode =
  | "plan/rolls"
  | "plan/switch-rolls"
  | "plan/switch-not-recorded"
  | "plan/switch-no-handler"
  | "plan/switch-other-hook"
  | "plan/switch-not-compared"
  | "plan/allowed"
  | "plan/other-answer"
  | "plan/other-settings"
  | "plan/same-variables"
  | "plan/variables-unknown"
  | "plan/same-templates"
  | "plan/fails"
  | "plan/needs-client"
  | "plan/writes"
  | "plan/dropped"
  | "plan/invalid-template"
  | "plan/no-handler"
  | "plan/not-compared"
  | "plan/order-unknown"
  | "plan/unused-allow"
  | "plan/no-cluster"
  | "plan/other-cluster"
  | "plan/clusters-lost"
  | "plan/clusters-replaced"
  | "plan/clusters-unknown"
  | "plan/other-extension"
  | "plan/patches-not-compared"
  | "plan/cluster-not-compared"
  | "plan/nothing-compared";

/** The diagnostics of `capstan plan`. */
export const planDiagnostics: Readonly<Record<PlanCode, DiagnosticRule>> = {
  "plan/rolls": {
    severity: "error",
    message: "{place}: {handler} replaces machines by a change of its {template}: {fields} ({because})",
    help: "keep what this name answers and put the change under a new name, or allow it with a reason: --allow {allow}=REASON",
    explain:
      "The handlers of the project patch a recorded template otherwise than the recorded answer does, and by Cluster API's rules a template of this use that changes so replaces the machines that are made of it. As soon as this release of the extension answers, every Cluster that uses the handler replaces them. A ClusterClass that refers to a new name does so one class at a time, when you decide it.",
  },
  "plan/switch-rolls": {
    severity: "error",
    message: "{place}: {handler} replaces machines by a change of its {template}: {fields} ({because})",
    help: "let the ClusterClass name it when these machines may be replaced, or allow it with a reason: --allow {allow}=REASON",
    explain:
      "A handler that --switch names answers a recorded request in place of the recorded handler, and by Cluster API's rules the machines that are made of the template are replaced. This happens to the Clusters of a ClusterClass as soon as it refers to the other handler, and to no others.",
  },
  "plan/switch-not-recorded": {
    severity: "error",
    message: "the tape {file} has no call of a handler {handler}{cluster}, which --switch names; it has {known}",
    help: "name one of these as the first of the two, as the tape has them, or a tape on which Cluster API has called it",
    explain:
      "--switch names two handlers: the one that a ClusterClass names now, whose calls are on the tape, and the one that it would name then. Without a call of the first one, the comparison would prove nothing of the switch.",
  },
  "plan/switch-no-handler": {
    severity: "error",
    message: "the project has no handler {handler}, which --switch names in place of {recorded}",
    help: "name a handler of {hook} of the project: {known}",
    explain:
      "The second handler of --switch answers the recorded requests of the first one, so the project must have it. Names are those of the handlers of the extension, without the name of the ExtensionConfig.",
  },
  "plan/switch-other-hook": {
    severity: "error",
    message:
      "--switch names {handler} in place of {recorded}, which is a handler of {hook}, and {handler} is one of {other}",
    help: "name a handler of {hook} of the project: {known}",
    explain: "Requests of one hook mean nothing to a handler of another one.",
  },
  "plan/switch-not-compared": {
    severity: "error",
    message:
      "no answer of {handler} was compared with one of {recorded} on the tape {file}, so nothing is known of the switch",
    help: "record again while {recorded} answers for Clusters that are still there",
    explain:
      "The tape has calls of the handler that --switch names first, and none of them could be compared: their recorded answers are failures, or they are for Clusters that are not there any more. Whether machines would be replaced is not known, so it counts as an error.",
  },
  "plan/allowed": {
    severity: "info",
    message: "{place}: {handler} replaces machines by a change of its {template}, which is allowed: {reason}",
    explain: "The change was allowed on the command line, with this reason.",
  },
  "plan/other-answer": {
    severity: "warning",
    message: "{handler} of {hook} answers otherwise: {difference}",
    help: "check that Clusters of the class still have what they set",
    explain:
      "The answer to a recorded request is another one. Variables and upgrade plans replace no machine by themselves, but a variable that is no longer there, or whose schema has become stricter, stops the Clusters that set it.",
  },
  "plan/other-settings": {
    severity: "warning",
    message:
      "extensionConfig.settings of capstan.config.ts has other values than the tape, of which the answers are compared: {settings} (requests of {handlers})",
    help: "record again with the settings of the release, or answer a request with them in a test: expectNoRollout",
    explain:
      "Cluster API sends the settings of the ExtensionConfig in each request, and the settings of a patch of the class over them. A handler that reads one can make other machines as soon as its value changes. plan answers recorded requests with the settings that they have. Where a patch of the class has a setting of the same name, its value stays, and this warning means nothing: the tape does not show whose setting it is. Values of secret settings are masks on the tape, so changes of these are not found.",
  },
  "plan/same-variables": {
    severity: "warning",
    message:
      "patches were answered with the variables that are on the tape, without what {handler} of {hook} would add as defaults: several handlers of variables may be the one of their patch",
    help: "record again with this handler, or give patches a request with these defaults in a test: expectNoRollout",
    explain:
      "Cluster API adds the defaults of declared variables to each Cluster, and sends them to the handlers of GeneratePatches. plan does the same with what is declared now. A patch of a class has one handler of variables, which the tape does not name: plan takes the one with the same settings, which declares each variable of the request, and whose defaults are all in it. Where there are several that declare different variables now, the variables of the tape stay as they are, so patches that read new defaults are not compared.",
  },
  "plan/variables-unknown": {
    severity: "warning",
    message:
      "the tape has no answer of DiscoverVariables {which}, so {what} answered with the variables that are on the tape",
    help: "if variables or their defaults have changed, record for longer than ten minutes: Cluster API calls DiscoverVariables again after that time",
    explain:
      "Cluster API keeps what DiscoverVariables answers for ten minutes, so a short recording has no call of it, or not that of each patch. Then plan does not know which variables were declared before, and adds no new defaults to the requests of patches. The handler of variables of a patch is the one with the same settings, which declares each variable of its requests, and whose defaults are all in them; where the class itself defines variables, none may fit.",
  },
  "plan/same-templates": {
    severity: "warning",
    message:
      "{handler} of {hook} was answered for {cluster} with the {template} that is on the tape, without what {others} changes of it now",
    help: "answer a request with the changed template in a test: expectNoRollout",
    explain:
      "A patch of a class, and a check after all of them, gets the templates that the patches before it have made. Here a patch of another extension, or one that the ClusterClass has itself, has changed the template in between. plan does not run these, so it does not know what they make of the other template. A handler that reads what changes can answer otherwise.",
  },
  "plan/fails": {
    severity: "error",
    message: "{handler} of {hook} fails for {cluster}, and the recorded answer is no failure: {problem}",
    help: "correct the handler, or what it reads; a Failure stops the Clusters that use it",
    explain:
      "A Failure replaces no machine, but Cluster API stops reconciling the topology of every Cluster whose request fails: no change of it is made any more, until the handler answers again.",
  },
  "plan/needs-client": {
    severity: "error",
    message: "{handler} of {hook} was not compared for {cluster}: it reads the cluster, and plan has no client",
    help: "name a kubeconfig of the cluster that the tape is of: --kubeconfig FILE",
    explain:
      "The handler calls ctx.client(). Without a cluster it would fail, or answer as it does where it cannot read, and neither says what it would answer in production. With --kubeconfig, handlers get a client that only sends GET: what they want to write is rejected before it is sent. They read the cluster as it is now, and the tape has what they answered then, so a difference can also come from an object that has changed in between.",
  },
  "plan/writes": {
    severity: "warning",
    message: "{handler} of {hook} wanted to write to the cluster ({writes}), which plan does not do",
    help: "check that the answer does not depend on it",
    explain:
      "The client of plan only reads. The handler got an error in place of the write; if it goes on without it, the answer that was compared may be another one than in production.",
  },
  "plan/dropped": {
    severity: "warning",
    message: "{handler} changes fields of a {template} that Cluster API drops{condition}: {paths}",
    help: "leave them out of the patch, or set them where Cluster API takes them from: the Cluster or its ClusterClass",
    explain:
      "Of a patched template, Cluster API copies what is below spec.template.spec, labels and annotations. Fields of a control plane that the Cluster or its ClusterClass has set stay as they are; one that only a patch of another extension has set is no such field, and the tape does not show which it is. It drops other changes without an error.",
  },
  "plan/invalid-template": {
    severity: "warning",
    message: "{handler} makes a {template} that its CRD does not allow: {problem}",
    help: "correct the patch; crds of defineExtension, or of the extension in a test, checks each answer",
    explain:
      "Cluster API creates an object of the patched template, and the API server rejects it, or drops fields that the CRD does not have. The CRDs are those of the project and those of the kinds of kubeadm that this release of Capstan has; those of the management cluster may be others. An extension that declares crds checks its answers itself, and then fails.",
  },
  "plan/no-handler": {
    severity: "error",
    message: "the project has no handler {handler} of {hook}, which Cluster API has called",
    help: "keep the handler as long as a ClusterClass names it; the project has: {known}",
    explain:
      "Handlers of topology hooks are called by name. A ClusterClass that names one that is not there stops all its Clusters.",
  },
  "plan/not-compared": {
    severity: "warning",
    message: "{handler} of {hook} was not compared for {cluster}: {problem}",
    help: "record again while the handler answers",
    explain:
      "There is no recorded answer that says what the machines are made of, so nothing is known of this request.",
  },
  "plan/order-unknown": {
    severity: "error",
    message: "{handler} of {hook} was not compared for {cluster}: {problem}",
    help: "record again, with a Cluster of the class whose templates these handlers change; or answer a request with both in a test: expectNoRollout",
    explain:
      "A patch of a class gets the templates that the patches before it have made. plan finds these on the tape by what they have made, and not by their places: a recording can begin between two patches, and a call that comes again is not recorded again. A patch that has left a template alone says nothing of its place, and where its handler changes the template now, a later patch would get another one. So nothing is known of this request, which counts as an error.",
  },
  "plan/unused-allow": {
    severity: "warning",
    message: "--allow {allow} allows nothing that happens",
    help: "remove it",
    explain: "What is allowed once stays allowed in a script: a later change of the same field would not be seen.",
  },
  "plan/no-cluster": {
    severity: "error",
    message: "the tape {file} has no call for the Cluster {cluster}; it has {known}",
    help: "name one of these, or a tape of the management cluster that you mean",
    explain: "--cluster limits the comparison to one Cluster. A tape without it proves nothing of it.",
  },
  "plan/other-cluster": {
    severity: "error",
    message: "no Cluster of the tape {file} is at {server}: {clusters}",
    help: "name the kubeconfig and the context of the management cluster that the tape is of; if its Clusters were deleted or moved, record again",
    explain:
      "With --kubeconfig, handlers read the cluster that it names. Each call on the tape has the namespace, the name and the UID of its Cluster. Where the server has none of them with the same UID, it is another management cluster, or all of them were deleted, created again or moved with clusterctl since they were recorded: handlers would read objects of others, or none, and what they make of these says nothing about the machines of the tape. So nothing is compared.",
  },
  "plan/clusters-lost": {
    severity: "warning",
    message: "calls for Clusters that {server} does not have any more were left out: {clusters}",
    help: "nothing, if they were deleted; record again if they were moved",
    explain:
      "Other Clusters of the tape are at the server, so it is the management cluster that was recorded. These are not there any more, or the tape also has calls for the Cluster that has the name now. What handlers read for them now is not what they read then, and a Cluster that was deleted has no machines that could be replaced.",
  },
  "plan/clusters-replaced": {
    severity: "error",
    message: "calls for Clusters that {server} has with another UID were left out: {clusters}",
    help: "record again",
    explain:
      "A Cluster of this name is at the server, and the tape has calls for one with another UID only: it was created again, moved or restored since. It has machines that could be replaced, and what handlers read for it now is not what they read then. So nothing is known of it, which counts as an error.",
  },
  "plan/clusters-unknown": {
    severity: "warning",
    message:
      "it is not known whether Clusters of the tape {file} are at {server}, and their calls were compared: {clusters}: {problem}",
    help: "let the user of the kubeconfig get clusters of cluster.x-k8s.io, or make sure that it is the management cluster of the tape",
    explain:
      "plan looks up the recorded Clusters by name and UID, so that handlers do not read another management cluster than the one that was recorded. The server did not allow it for these. Where it has another one of the tape, or allows none, their calls were compared.",
  },
  "plan/other-extension": {
    severity: "error",
    message: 'the tape {file} is one of the extension "{recorded}", and the project has "{name}"',
    help: "name a tape of this extension, or the file of that one with --extension",
    explain: "Handlers of two extensions can have the same names and have nothing in common.",
  },
  "plan/patches-not-compared": {
    severity: "error",
    message: "the tape {file} has calls of GeneratePatches, and none of them was compared",
    help: "record again while the handlers answer for Clusters that are still there",
    explain:
      "Only patches say what machines are made of. The recorded answers are failures, or they are for Clusters that are not there any more, so whether machines would be replaced is not known.",
  },
  "plan/cluster-not-compared": {
    severity: "error",
    message:
      "no answer of {handler} was compared for {cluster}, so it is not known whether its machines would be replaced",
    help: "record again while the handler answers for this Cluster, or compare the others: --cluster",
    explain:
      "The tape has requests of this handler for the Cluster, and none of them could be compared: the warnings before say why. What the handler makes for other Clusters says nothing of this one: it has other variables and templates.",
  },
  "plan/nothing-compared": {
    severity: "error",
    message: "nothing on the tape {file} could be compared",
    help: "record again while Cluster API calls the extension and it answers",
    explain: "A comparison of nothing would prove nothing, so it counts as an error.",
  },
};

/** So many of a list are named in a message. */
const mostShown = 5;

/** A list in a message: its first items, and how many more there are. */
export function firstOf(list: readonly string[]): string {
  const more = list.length > mostShown ? [`and ${list.length - mostShown} more`] : [];
  return [...list.slice(0, mostShown), ...more].join(", ");
}

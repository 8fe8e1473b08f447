// What `capstan dev` reports about the process that it runs.
// What the process reports itself, and what keeps it from starting, has codes of its own,
// in cli-errors.ts.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type DevCode =
  | "dev/running"
  | "dev/blocked"
  | "dev/debugger-port"
  | "dev/failed"
  | "dev/ended"
  | "dev/uncaught"
  | "dev/types"
  | "dev/types-unchecked"
  | "dev/no-answer"
  | "dev/no-sample"
  | "dev/not-an-object"
  | "dev/not-applied"
  | "dev/deleting"
  | "dev/version-rejected"
  | "dev/replicas-rejected"
  | "dev/rollout-rejected"
  | "dev/class-rejected"
  | "dev/template-rejected"
  | "dev/topology-failed"
  | "dev/patches-not-simulated"
  | "dev/not-simulated"
  | "dev/no-kubeconfig"
  | "dev/unsteady-patches"
  | "dev/not-valid"
  | "dev/config-changed"
  | "dev/no-managers"
  | "dev/no-cached-managers"
  | "dev/foreign-managers"
  | "dev/no-manager";

/** The diagnostics of `capstan dev`. */
export const devDiagnostics: Readonly<Record<DevCode, DiagnosticRule>> = {
  "dev/running": {
    severity: "error",
    message: "capstan dev already runs in this project, as process {pid}",
    help: "use its control plane with export KUBECONFIG={kubeconfig}, or stop it first: kill {pid}",
    explain:
      "One project has one control plane at a time, because its kubeconfig and its certificate have fixed names. The file .capstan/dev/lock names the process that runs. When that process was killed, the next one takes the file over.",
  },
  "dev/debugger-port": {
    severity: "error",
    message: "a debugger cannot listen at port {port}: it is in use",
    help: "end the process that listens there, or name another port: --inspect=9230",
    explain:
      "dev --inspect keeps one port for all starts of the project's process, so that an editor finds each of them. Another process, perhaps another dev, listens at that port of 127.0.0.1.",
  },
  "dev/blocked": {
    severity: "error",
    message: "the event loop of {entry} is blocked, so it does nothing else",
    help: "end the loop, or wait for setImmediate of node:timers/promises in it; the next save starts the process again",
    explain:
      "A process runs all of its code on one event loop. Code that computes for a second, or waits with a call such as execSync, keeps reconciles, webhooks, probes and leases waiting; an await of what is ready does not let them run. Long work belongs in a worker thread. The place is where a debugger found the process.",
  },
  "dev/failed": {
    severity: "error",
    message: "{what}: {problem}",
    explain:
      "A function of the project threw an error that has no code. The place is the first line of the project in its stack. The process goes on, and a reconcile is repeated; an error that comes again for the same object is counted.",
  },
  "dev/ended": {
    severity: "error",
    message: "{entry} {how}",
    help: "{help}",
    explain:
      "The process ended without an error: something called process.exit(), and the place is that call, or nothing kept the process running. A manager runs until it is told to stop. A signal comes from outside: from kill, a container, or a system that is short of memory.",
  },
  "dev/uncaught": {
    severity: "error",
    message: "an error that nothing caught ended {entry}: {problem}",
    help: "await the promise that is rejected, and catch what a timer or a listener throws",
    explain:
      "Node ends a process in which an error is caught by nobody: one that a timer or a listener of an event throws, or that of a promise which nobody awaits. What `reconcile` and handlers of hooks throw, or reject with, is caught: it is logged, and the reconcile is repeated. The place is the first line of the project in the stack of the error.",
  },
  "dev/types": {
    severity: "error",
    message: "{problem}",
    explain:
      "The project's TypeScript compiler found this with the tsconfig.json of the project. Node does not check types, so the process runs all the same.",
  },
  "dev/types-unchecked": {
    severity: "warning",
    message: "types are not checked: {problem}",
    help: "run npx tsc --noEmit for all that it prints; the next save checks them again",
    explain:
      "The project's TypeScript compiler ended without a result: its settings are wrong, it cannot run, or the disk is full. Whether the types of the project are right is not known until a check ends. Node does not check types, so the process runs all the same.",
  },
  "dev/no-answer": {
    severity: "error",
    message: "{hook} {problem}",
    help: "await only what ends in the handler {handler}: pass ctx.signal to what can wait; more time is the option timeout of the handler, of at most 30s",
    explain:
      "The function of the handler did not settle in its time, so the kit answered in its place: with a delay, after which Cluster API calls again, where the hook can block, and otherwise with a failure. The Cluster waits as it does for a handler that holds it, but nothing will let it go on.",
  },
  "dev/no-sample": {
    severity: "error",
    message: "there is nothing to apply: the project has no {places}",
    help: "write the objects of a cluster into dev/cluster.yaml, or name a file: capstan dev --apply FILE",
    explain:
      "With --apply, dev creates the objects of the YAML files in the folder dev of the project, or, without these, those of templates/cluster-template.yaml. Variables have the values of the environment, of the template's defaults, or of clusterctl's flags: CLUSTER_NAME is dev, NAMESPACE is default, and the machine counts are 1.",
  },
  "dev/not-an-object": {
    severity: "error",
    message: "a document is not an object of Kubernetes: {problem}",
    help: "{help}",
    explain:
      "Each document of a file that dev applies is one object, with the strings apiVersion, kind and metadata.name. YAML reads words such as y, no and on as booleans, and 012 as a number: in quotes they are strings.",
  },
  "dev/not-applied": {
    severity: "error",
    message: "{file} was not applied: {problem}",
    help: "correct it and save: what has changed is applied then. The key a applies all of it",
    explain:
      "The API server of dev rejected an object of the sample, perhaps for a field that its kind does not have. Those before it were created. A save of a file of the sample applies those of its objects that are not as they were applied last; of the others, what was deleted meanwhile does not come back.",
  },
  "dev/deleting": {
    severity: "warning",
    message: "{file} was not applied: {objects} being deleted",
    help: "press a again when nothing is being deleted any more",
    explain:
      "An object that has a deletion timestamp stays until its finalizers are removed, and is lost then, with what was written to it meanwhile. So dev applies nothing of a sample of which an object is being deleted.",
  },
  "dev/version-rejected": {
    severity: "error",
    message: "{object}: {problem}",
    help: "{help}",
    explain:
      "An admission webhook of Cluster API's core checks spec.topology.version of a new Cluster and each change of it. It does not run under dev, so the API server has stored a version that the webhook rejects. As with the webhook, the topology goes on with the version before, and the condition TopologyReconciled has this message until the Cluster has another version or this one may be set. A new Cluster has no version before: nothing is created, and no hook is called. The version of a KubeadmControlPlane, of machines and of what has a template of them has to be a semantic version, too, and that of a KubeadmControlPlane may leave out no minor one: otherwise no machine is created or replaced.",
  },
  "dev/replicas-rejected": {
    severity: "error",
    message: "{object}: {problem}",
    help: "set an odd number of control plane machines: Cluster API would have rejected this one",
    explain:
      "Where etcd runs on the machines of a control plane, their number has to be odd, so that a majority of the members is left when one fails. An admission webhook of the KubeadmControlPlane rejects all other numbers. It does not run under dev, so the API server has stored this one. Until there is another, no machine of the control plane is created, replaced or deleted, and the topology of the Cluster changes nothing.",
  },
  "dev/rollout-rejected": {
    severity: "error",
    message: "{object}: {problem}",
    help: "set maxSurge or maxUnavailable to 1 or more, as a number or as a share such as 25%: Cluster API would have rejected this",
    explain:
      "A rolling update replaces machines within two limits: maxSurge says how many there may be beyond those that are wanted, by default 1, and maxUnavailable how many may be missing, by default 0. Where both are the number 0, no machine could be created or deleted first. Admission webhooks of Cluster API's core reject that, and strings that are no percentages, in a MachineDeployment, in the topology of a Cluster and in a ClusterClass. Shares that round to 0 are accepted: one machine may be missing then. The webhooks do not run under dev, so the API server has stored the limits. Until there are others, no machine of the MachineDeployment is created, replaced or deleted, and the topology of the Cluster changes nothing.",
  },
  "dev/class-rejected": {
    severity: "error",
    message: "{object}: {problem}",
    help: "correct what the message names: Cluster API would have rejected the ClusterClass",
    explain:
      "The admission webhook of Cluster API's core checks a ClusterClass: names that are there twice, references to templates, variables and their schemas, patches that name no variable, have paths outside of spec or select no template of the class, names of objects, versions, and changes that Clusters of the class do not allow. It does not run under dev, so the API server has stored the class. As with the webhook, nothing is created of a new class, and one that was changed counts as it was before. CEL rules of variables are not checked, and the feature gates of Cluster API count as enabled.",
  },
  "dev/template-rejected": {
    severity: "error",
    message: "{object}: {problem}",
    help: "create a template with another name, name it in the ClusterClass, and set this one back: Cluster API would have rejected the change",
    explain:
      "Admission webhooks keep spec.template.spec of a KubeadmControlPlaneTemplate as it was created, and so do those of the simulated infrastructure for a DevClusterTemplate and a DevMachineTemplate. They do not run under dev, so the API server has stored the change. As with the webhooks, the topology goes on with the template as it was when dev read it first, and no machine is replaced for it. To roll out a change, create another template and name it in the ClusterClass. A KubeadmConfigTemplate may be changed in place; of the templates of the project, its own webhooks decide.",
  },
  "dev/topology-failed": {
    severity: "error",
    message: "{object}: {problem}",
    help: "{help}",
    explain:
      "The condition TopologyReconciled of the Cluster is False with the reason ReconcileFailed: a handler of a hook has failed or rejects the Cluster, a variable does not fit, a template or a class does not exist, or a field is set that the schema of its kind does not have. Until that is corrected, the topology of the Cluster changes nothing; it is tried again by itself. Webhooks of Cluster API reject some of it, such as variables that do not fit, before it is stored. They do not run under dev.",
  },
  "dev/patches-not-simulated": {
    severity: "warning",
    message: "{object}: templates of these patches call what is not simulated, and they change nothing: {patches}",
    help: "use other functions in the template, or patch with an extension, whose handlers dev calls; Cluster API's own managers render all templates: dev --managers with the folder of their binaries",
    explain:
      "spec.patches[].definitions of a ClusterClass are patches of its own. dev renders their Go templates, in valueFrom.template and enabledIf, with the functions of Go and the usual ones of sprig, such as default, quote, indent, ternary, dict and toJson. A patch whose template calls another one, such as regexMatch or sha256sum, or has a template of its own, is left out as a whole, so that Clusters of the class lack what it sets.",
  },
  "dev/not-simulated": {
    severity: "warning",
    message: "{object}: {effect}",
    help: "Cluster API's own managers act on it: dev --managers with the folder of their binaries",
    explain:
      "A ClusterResourceSet is stored, and nothing in dev applies its resources to Clusters. A MachineHealthCheck counts the machines that are healthy, and nothing in dev replaces one that is not: controllers of Cluster API do that, which dev does not simulate. Where the template of a name in a ClusterClass has something of Go that dev does not render, such as {{define}}, objects get the names that they have without it.",
  },
  "dev/no-kubeconfig": {
    severity: "warning",
    message: "{object} is initialized, and there was no {secret}: dev has made it, with simulated Nodes behind it",
    help: "have the provider create the Secret before it reports that the control plane is initialized",
    explain:
      "A control plane provider makes the Secret with the kubeconfig of its cluster, of type cluster.x-k8s.io/secret, before its object reports that it is initialized; without it, Cluster API cannot reach the cluster, and no machine gets its Node. Three seconds after the initialization dev has made one, for an API server of its own, so that the machines of the cluster run. When the provider makes the Secret, start dev again.",
  },
  "dev/unsteady-patches": {
    severity: "error",
    message:
      "{object}: {handler} answers the same request with other patches: {path} of {template} was {was} and is {is}",
    help: "take no time, random value or counter into a patch: make it of the templates and the variables of the request alone",
    explain:
      "Cluster API calls GeneratePatches in each reconcile of a topology. An answer that differs although the request is the same, but for the UID of the Cluster and the names of the templates, makes another template, and all machines of the one before are replaced, again and again. What a handler reads elsewhere, such as other objects, is no part of the request either. dev compares the answers of a handler and reports the first field that differs, until a save starts the process again.",
  },
  "dev/not-valid": {
    severity: "warning",
    message: "{kind}: {count} of {total} stored objects are not valid any more: {problems}",
    help: "change them, or delete them",
    explain:
      "A type of the API has changed, and dev serves the new CRD. Objects that were stored before do not match it, so that the API server rejects each update of them, also one of a controller, until they are valid.",
  },
  "dev/config-changed": {
    severity: "warning",
    message: "{file} has changed: restart dev to use it",
    help: "end dev with Ctrl-C and start it again, or undo the change",
    explain:
      "dev reads the configuration when it starts. The programs that it names, their types or settings, the name of the project or the folder of the CRDs are different now; dev goes on with those it has started. Folders of sources are followed without a restart.",
  },
  "dev/no-managers": {
    severity: "error",
    message: "{folder} lacks {missing}",
    help: "take the components from the page of a release of Cluster API, and the programs out of the images that they name, for example with docker create and docker cp <container>:/manager",
    explain:
      "`--managers` names a folder with the managers of Cluster API's core and of kubeadm, cluster-api-manager, kubeadm-bootstrap-manager and kubeadm-control-plane-manager, and the components of their release, core-components.yaml, bootstrap-components.yaml and control-plane-components.yaml. They run as processes of this computer. Who may write to such a folder is not checked: you have named it.",
  },
  "dev/no-cached-managers": {
    severity: "error",
    message: "{file} of Capstan's cache has no {missing}",
    help: 'name a folder with all of them, as "npx capstan explain dev/no-managers" describes it: --managers <folder>; or in a checkout of Capstan build them once with "node tools/control-plane/build.ts"',
    explain:
      "`--managers` without a folder takes the managers of Cluster API and the components of their release from Capstan's cache, ~/.cache/capstan or the folder of CAPSTAN_CACHE. paths.json there names what a checkout of Capstan has built. Nothing is downloaded or built by dev.",
  },
  "dev/foreign-managers": {
    severity: "error",
    message: "the managers of {file} are not run, because {place} {problem}",
    help: "name a folder that you trust: --managers <folder>; or, when what is in the cache is yours, give {place} to your user with chown, and take the others' right to write to it with chmod o-w",
    explain:
      "The programs that paths.json in Capstan's cache names run with your rights, and the components with all rights in the cluster of dev. These files and the folders above them must belong to your user, to root, or to the owner of your home folder when the cache is in it and not all users may write to that folder; and all users may write to none of them, unless the folder is sticky, as /tmp is. Otherwise another user of this computer could have chosen what runs.",
  },
  "dev/no-manager": {
    severity: "error",
    message: "{name} is not available:\n  {problem}",
    help: "take programs and components of one release, for this computer's system and processor",
    explain: "A manager of Cluster API did not become ready in time. The last lines of its log are in the message.",
  },
};

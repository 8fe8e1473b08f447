// The verbs of the command. The module of each is loaded when it runs, so that `--help` answers at once.
import type { RunVerb, VerbArguments } from "./verb.ts";

/** One verb: what `--help` shows, and its module. */
export interface Verb {
  readonly summary: string;
  /** As commander writes them: `<required>`, `[optional]`, `[many...]`. */
  readonly args?: readonly (readonly [string, string])[];
  readonly options?: readonly (readonly [string, string])[];
  /** Whether a run reads files of others once, so that its work is limited. */
  readonly hasLimit?: (given: VerbArguments) => boolean;
  readonly load: () => Promise<{ readonly run: RunVerb }>;
}

/** Every verb by name. */
export const verbs: Readonly<Record<string, Verb>> = {
  generate: {
    summary: "generate CRDs, conversions, OpenAPI and the hook catalog from a project's types",
    args: [
      [
        "[paths...]",
        "projects, and files in a project; they may have been deleted (default: the project in the current folder)",
      ],
    ],
    options: [
      ["--check", "write nothing; exit 3 when a generated file is stale"],
      ["--watch", "keep running and generate again on every change"],
      ["--release <version>", "record the hooks in hooks.lock as those of this release"],
    ],
    hasLimit: (given) => !given.flag("watch"),
    load: () => import("./verbs/generate.ts"),
  },
  import: {
    summary: "turn CRDs and OpenAPI documents of hooks into annotated TypeScript",
    args: [
      [
        "<files...>",
        "YAML files with CustomResourceDefinitions, OpenAPI 3.0 documents of Runtime Hooks (YAML or JSON)",
      ],
    ],
    options: [["--out <folder>", "the folder for the TypeScript files (default: the folder of the API, src/api)"]],
    hasLimit: () => true,
    load: () => import("./verbs/import.ts"),
  },
  bundle: {
    summary: "build the files of a release for clusterctl",
    options: [
      ["--version <version>", 'the version, with a leading v (default: "v" + version in package.json)'],
      ["--out <folder>", "the folder for the files (default: out, or the local repository of the configuration)"],
      ["--contract <contract>", "release for one contract only: v1beta1 or v1beta2"],
      ["--scope <scope>", "what an installation manages: cluster (default), or namespace, the one it is installed in"],
      ["--local <folder>", "write into a local repository for clusterctl instead: <folder>/<type>-<name>/<version>/"],
    ],
    hasLimit: () => true,
    load: () => import("./verbs/bundle.ts"),
  },
  dev: {
    summary: "run the project on a local control plane, and restart it on every change",
    options: [
      [
        "--apply [file]",
        "create the objects of a file once it is ready (default: dev/*.yaml, or the cluster template)",
      ],
      ["--real", "run it on kube-apiserver and etcd, which must be installed, in place of the embedded API server"],
      [
        "--managers [folder]",
        "run Cluster API's managers on kube-apiserver, in place of simulating them (default: those of Capstan's cache)",
      ],
      ["--once", "stop as soon as it is ready"],
      ["--inspect [port]", "let a debugger attach to the project's process, at 127.0.0.1 (default: 9229; 0: any port)"],
      ["--inspect-brk [port]", "the same, and wait for the debugger at each start"],
      ["--plain", "print lines, also on a terminal that could show the screen"],
    ],
    load: () => import("./verbs/dev.ts"),
  },
  call: {
    summary: "call a hook of the project's extension once, or of one that runs, and show the answer",
    args: [["<hook>", "the hook, for example GeneratePatches, or one of your own"]],
    options: [
      [
        "--cluster <file>",
        "make the request from the Cluster of a file (default: dev/*.yaml, or the cluster template)",
      ],
      [
        "--set <name=value...>",
        "the value of a variable, as JSON or as a string; or a version of the request, for example toKubernetesVersion",
      ],
      [
        "--setting <name=value...>",
        "a setting of the extension (default: extensionConfig.settings of capstan.config.ts)",
      ],
      ["--request <file>", "send the request of a file, YAML or JSON"],
      [
        "--kubeconfig <file>",
        "the cluster that handlers may read with ctx.client(); nothing is written (default: none)",
      ],
      ["--context <name>", "the context of the kubeconfig to use (default: its current one)"],
      ["--handler <name>", "the name of the handler (default: the first of the hook)"],
      ["--extension <file>", "the file that exports the extension (default: extension.ts beside the entry)"],
      ["--url <url>", "call the extension that runs there, over TLS"],
      ["--ca <file>", "the authorities (PEM) that its certificate must be signed by (default: those of the system)"],
      ["--client-cert <file>", "the certificate (PEM) of the caller, for an extension that accepts no other callers"],
      ["--client-key <file>", "the private key (PEM) of that certificate"],
      ["--tls13", "use TLS 1.3, for an extension that is trusted and accepts nothing else (default: TLS 1.2)"],
    ],
    load: () => import("./verbs/call.ts"),
  },
  record: {
    summary: "record calls of an extension, in any language, for plan: a proxy between Cluster API and the extension",
    options: [
      ["--target <url>", "the extension that answers, with the prefix of its paths, if it has one"],
      ["--tape <file>", "the file that calls are recorded on; a tape that is there already gets the name with .1"],
      ["--cert-dir <folder>", "the folder with tls.crt and tls.key that callers see; read again when they change"],
      ["--listen <address>", "where calls are taken (default: 127.0.0.1:9443; :9443 is every address)"],
      [
        "--ca <file>",
        "the authorities (PEM) that the extension's certificate must be signed by (default: the system's)",
      ],
      ["--client-cert <file>", "the certificate (PEM) that the extension sees, if it accepts no other callers"],
      ["--client-key <file>", "the private key (PEM) of that certificate"],
      ["--tls13", "use TLS 1.3, for an extension that is trusted and accepts nothing else (default: TLS 1.2)"],
      ["--client-ca <file>", "accept only callers with a certificate that one of these authorities (PEM) has signed"],
      ["--name <name>", "the name of the extension, which plan compares with that of a project (default: none)"],
      ["--secret <name...>", "variables and settings with secret values, beside those whose names say so"],
    ],
    load: () => import("./verbs/record.ts"),
  },
  plan: {
    summary: "say which machines the handlers of the project would replace, by requests that were recorded",
    options: [
      ["--against <tape>", "the tape that capstan record has written, or an extension with --record"],
      ["--extension <file>", "the file that exports the extension (default: extension.ts beside the entry)"],
      [
        "--switch <from=to...>",
        "answer requests of a recorded handler with another one, as after a switch of the class: patches-v1=patches-v2",
      ],
      ["--cluster <name>", "only the requests for this Cluster: namespace/name"],
      [
        "--kubeconfig <file>",
        "the cluster that handlers may read with ctx.client(); nothing is written (default: none)",
      ],
      ["--context <name>", "the context of the kubeconfig to use (default: its current one)"],
      [
        "--allow <what=reason...>",
        "allow what replaces machines: a field such as /spec/template/spec/image, or an object: kind/namespace/name",
      ],
    ],
    load: () => import("./verbs/plan.ts"),
  },
  describe: {
    summary: "show the clusters of a management cluster as trees, with what keeps each from being ready",
    args: [["[cluster]", "one Cluster (default: every Cluster of the namespace)"]],
    options: [
      ["--namespace <namespace>", "the namespace to look in (default: that of the kubeconfig's context)"],
      ["--all", "look in all namespaces"],
      [
        "--kubeconfig <file>",
        "the kubeconfig to use (default: KUBECONFIG, that of the dev that runs in this project, the pod, or ~/.kube/config)",
      ],
      ["--context <name>", "the context of the kubeconfig to use (default: its current one)"],
      ["--expand", "show every object in a row of its own, also templates and Secrets"],
      ["--watch", "keep running and show every change"],
    ],
    load: () => import("./verbs/describe.ts"),
  },
  explain: {
    summary: "explain a code, or a rule or kind of Cluster API's contracts",
    args: [
      [
        "[code]",
        "the code to explain, for example model/unknown-tag, a kind such as InfraMachine, or an area of codes (default: list the areas)",
      ],
    ],
    load: () => import("./verbs/explain.ts"),
  },
  doctor: {
    summary: "check the setup of the project, or extensions before an upgrade of Cluster API",
    options: [
      ["--cluster-api <version>", "check whether installed extensions go on working with this release, such as 1.14"],
      [
        "--from <path>",
        "a file or folder with the ExtensionConfigs, with their status (default: those of the cluster)",
      ],
      ["--kubeconfig <file>", "the kubeconfig of the cluster (default: KUBECONFIG, the pod, or ~/.kube/config)"],
      ["--context <name>", "the context of the kubeconfig to use (default: its current one)"],
    ],
    hasLimit: () => true,
    load: () => import("./verbs/doctor.ts"),
  },
};

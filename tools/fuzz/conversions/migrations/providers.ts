// The providers whose migrations are declared here, the commits of their repositories that the declarations were written for, and where their
// CRDs and conversions in Go are.

/** One provider. */
export interface MigratedProvider {
  /** The folder of its declarations. */
  readonly name: string;
  /** Owner and name on GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** Whether its CRDs are in ../shared/corpus; those of the others are read from a checkout. */
  readonly inCorpus: boolean;
  /** The CRDs, relative to the repository. */
  readonly crds: readonly string[];
  /** The folders of its types in Go, in which there are conversions. */
  readonly go: readonly string[];
}

function crdsOf(group: string, plurals: readonly string[], folder: string = "config/crd/bases"): string[] {
  return plurals.map((plural) => `${folder}/${group}cluster.x-k8s.io_${plural}.yaml`);
}

/** All of them. */
export const migratedProviders: readonly MigratedProvider[] = [
  {
    name: "hetzner",
    repository: "syself/cluster-api-provider-hetzner",
    commit: "1c4fe745f3bf5b22b94d4dddd6c4b3b98f6770fc",
    inCorpus: false,
    crds: crdsOf("infrastructure.", ["hcloudmachines", "hetznerbaremetalhosts", "hetznerclusters"]),
    go: ["api"],
  },
  {
    name: "openstack",
    repository: "kubernetes-sigs/cluster-api-provider-openstack",
    commit: "e52de58abe6f70f4ad3ad7f7f51632bfd70354b7",
    inCorpus: false,
    crds: crdsOf("infrastructure.", ["openstackclusters", "openstackmachines"]),
    go: ["api"],
  },
  {
    name: "k3s",
    repository: "k3s-io/cluster-api-k3s",
    commit: "7ed944f292e20aae69b3f4ae63497ab77144fff3",
    inCorpus: true,
    crds: [
      ...crdsOf("bootstrap.", ["kthreesconfigs", "kthreesconfigtemplates"], "bootstrap/config/crd/bases"),
      ...crdsOf("controlplane.", ["kthreescontrolplanes"], "controlplane/config/crd/bases"),
    ],
    go: ["bootstrap/api", "controlplane/api"],
  },
  {
    name: "oci",
    repository: "oracle/cluster-api-provider-oci",
    commit: "f917d3c5c587e40990359f5f4deec581eb0b5c62",
    inCorpus: true,
    crds: crdsOf("infrastructure.", [
      "ociclusteridentities",
      "ociclusters",
      "ociclustertemplates",
      "ocimachinepoolmachines",
      "ocimachinepools",
      "ocimachines",
      "ocimachinetemplates",
      "ocimanagedclusters",
      "ocimanagedclustertemplates",
      "ocimanagedcontrolplanes",
      "ocimanagedcontrolplanetemplates",
      "ocimanagedmachinepools",
      "ocimanagedmachinepooltemplates",
      "ocivirtualmachinepools",
    ]),
    go: ["api", "exp/api"],
  },
  {
    name: "vsphere",
    repository: "kubernetes-sigs/cluster-api-provider-vsphere",
    commit: "111a1ba9bc520513125324c90aa3a8b80321fc13",
    inCorpus: true,
    crds: crdsOf(
      "infrastructure.",
      [
        "vsphereclusteridentities",
        "vsphereclusters",
        "vsphereclustertemplates",
        "vspheredeploymentzones",
        "vspherefailuredomains",
        "vspheremachines",
        "vspheremachinetemplates",
        "vspherevms",
      ],
      "config/default/crd/bases",
    ),
    go: ["api/govmomi"],
  },
];

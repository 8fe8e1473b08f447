// One mistake per definition, and definitions that are right between them.
import { admitted, allocated, defineIndex, done, failed, gets, owns, type PoolReport, provisioned, reads, rejected, removed, requeueAfter, type Result, run, textResponse, waiting, writes } from "@capstan/controller-kit";
import { Secret } from "@capstan/kube/builtin";
import { FooCluster, FooIPPool, FooMachine, FooMachinePool, FooNetwork, kit } from "./kinds.ts";

const key = { namespace: "default", name: "a" };

export const right = kit.infraCluster(FooCluster, {
  conditions: { NetworkReady: ["Provisioning", "Available"] },
  watches: [owns(FooNetwork), gets(Secret)],
  async reconcile({ object }, ctx) {
    const net = await ctx.services.cloud.ensure(object.spec?.region ?? "");
    await ctx.client.get(Secret, key);
    await ctx.client.list(FooNetwork);
    await ctx.client.list(FooCluster);
    await ctx.client.delete(FooNetwork, key, { propagationPolicy: "Orphan" });
    await ctx.client.with({ dryRun: true }).apply(FooNetwork, { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1", kind: "FooNetwork", metadata: { name: "a" } }, { fieldManager: "a", force: true });
    await ctx.client.create(FooNetwork, { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1", kind: "FooNetwork", metadata: { name: "a" } });
    ctx.conditions.set("NetworkReady", "False", "Provisioning", net.progress);
    if (!net.ready) return waiting("NetworkReady", "Provisioning", net.progress, { requeueAfter: "15s" });
    return provisioned({ endpoint: { host: "example.org", port: 6443 } });
  },
  delete: async () => removed(),
});

export const undeclaredKind = kit.infraCluster(FooCluster, {
  async reconcile(_, ctx) {
    // error: Argument of type 'Resource<FooNetwork>' is not assignable to parameter of type '"rbac/undeclared: FooNetwork is not declared in `watches`: add gets(FooNetwork) or reads(FooNetwork)"'.
    await ctx.client.get(FooNetwork, key);
    return done();
  },
  delete: async () => removed(),
});

const byName = defineIndex(FooNetwork, "name", ({ metadata }) => [metadata.name ?? ""]);

export const undeclaredIndex = kit.infraCluster(FooCluster, {
  async reconcile(_, ctx) {
    // error: Argument of type 'FieldIndex<FooNetwork>' is not assignable to parameter of type '"rbac/undeclared: FooNetwork is not declared for lists in `watches`: add reads(FooNetwork)"'.
    await ctx.client.listBy(byName, "a");
    return done();
  },
  delete: async () => removed(),
});

export const readOnlyKind = kit.infraCluster(FooCluster, {
  watches: [reads(FooNetwork)],
  async reconcile(_, ctx) {
    // error: Argument of type 'Resource<FooNetwork>' is not assignable to parameter of type '"rbac/undeclared: FooNetwork is not declared for delete in `watches`: add owns(FooNetwork) or writes(FooNetwork) with this verb"'.
    await ctx.client.delete(FooNetwork, key);
    return done();
  },
  delete: async () => removed(),
});

export const readByName = kit.infraCluster(FooCluster, {
  watches: [gets(Secret)],
  async reconcile(_, ctx) {
    // error: Argument of type 'Resource<Secret>' is not assignable to parameter of type '"rbac/undeclared: Secret is not declared for lists in `watches`: add reads(Secret)"'.
    await ctx.client.list(Secret);
    // error: Argument of type 'Resource<Secret>' is not assignable to parameter of type '"rbac/undeclared: Secret is not declared for patch in `watches`: add owns(Secret) or writes(Secret) with this verb"'.
    await ctx.client.patch(Secret, key, { type: "x" });
    return done();
  },
  delete: async () => removed(),
});

export const fewVerbs = kit.infraCluster(FooCluster, {
  watches: [owns(FooNetwork, { verbs: ["create"] }), writes(Secret, { verbs: ["create", "get", "patch"] })],
  async reconcile(_, ctx) {
    const secret = await ctx.client.get(Secret, key);
    if (secret !== undefined) await ctx.client.ensure(Secret, secret);
    const [network] = await ctx.client.list(FooNetwork);
    if (network !== undefined) await ctx.client.create(FooNetwork, network);
    await ctx.client.modify(Secret, key, (draft) => (draft.type = "x"));
    // error: Argument of type 'Resource<FooNetwork>' is not assignable to parameter of type '"rbac/undeclared: FooNetwork is not declared for patch in `watches`: add owns(FooNetwork) or writes(FooNetwork) with this verb"'.
    await ctx.client.modify(FooNetwork, key, () => undefined);
    // error: Argument of type 'Resource<FooNetwork>' is not assignable to parameter of type '"rbac/undeclared: FooNetwork is not declared for patch in `watches`: add owns(FooNetwork) or writes(FooNetwork) with this verb"'.
    await ctx.client.ensure(FooNetwork, { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1", kind: "FooNetwork", metadata: { name: "a" } });
    // error: Argument of type 'Resource<Secret>' is not assignable to parameter of type '"rbac/undeclared: Secret is not declared for delete in `watches`: add owns(Secret) or writes(Secret) with this verb"'.
    await ctx.client.delete(Secret, key);
    // error: Argument of type 'Resource<FooNetwork>' is not assignable to parameter of type '"rbac/undeclared: FooNetwork is not declared for deletecollection in `watches`: add owns(FooNetwork) or writes(FooNetwork) with this verb"'.
    await ctx.client.deleteAllOf(FooNetwork, { namespace: "default", all: true });
    // error: Argument of type 'Resource<Secret>' is not assignable to parameter of type '"rbac/undeclared: Secret is not declared for apply in `watches`: add owns(Secret) or writes(Secret) with this verb"'.
    await ctx.client.apply(Secret, { apiVersion: "v1", kind: "Secret", metadata: key }, { fieldManager: "a" });
    // error: Argument of type 'Resource<Secret>' is not assignable to parameter of type '"rbac/undeclared: Secret is not declared for status in `watches`: add owns(Secret) or writes(Secret) with this verb"'.
    await ctx.client.status.patch(Secret, key, {});
    return done();
  },
  delete: async () => removed(),
});

// error: Type '"update"' is not assignable to type 'WriteVerb'.
export const noVerb = owns(FooNetwork, { verbs: ["update"] });

export const undeclaredCondition = kit.infraCluster(FooCluster, {
  conditions: { NetworkReady: ["Provisioning", "Available"] },
  async reconcile(_, ctx) {
    // error: Argument of type '"NetworkRedy"' is not assignable to parameter of type '"NetworkReady"'.
    ctx.conditions.set("NetworkRedy", "False", "Provisioning");
    // error: Argument of type '"Broken"' is not assignable to parameter of type '"Available" | "Provisioning"'.
    ctx.conditions.set("NetworkReady", "False", "Broken");
    return done();
  },
  delete: async () => removed(),
});

export const wrongReason = kit.infraCluster(FooCluster, {
  conditions: { NetworkReady: ["Provisioning", "Available"] },
  // error: Type '"Broken"' is not assignable to type '"Available" | "Provisioning"'.
  reconcile: async () => waiting("NetworkReady", "Broken"),
  delete: async () => removed(),
});

export const wrongResult = kit.infraCluster(FooCluster, {
  // error: Type '"removed"' is not assignable to type '"provisioned"'.
  reconcile: async () => removed(),
  // error: Type '"done"' is not assignable to type '"removed"'.
  delete: async () => done(),
});

export const noPayload = kit.infraMachine(FooMachine, {
  cluster: FooCluster,
  // error: Type 'undefined' is not assignable to type 'MachineReport'.
  reconcile: async () => provisioned(),
  delete: async () => requeueAfter("10s"),
});

const noMachines = { providerIDs: [] } as const;
const progress = { conditions: { Found: ["Creating", "Found"] } } as const;

export const rightReports = kit.infraMachinePool(FooMachinePool, {
  ...progress,
  cluster: FooCluster,
  async reconcile({ machinePool }) {
    const report: PoolReport = { providerIDs: [], replicas: 1 };
    const ofPool = (): Result<"provisioned", PoolReport> => provisioned(report);
    const size = machinePool.spec.replicas ?? 0;
    if (size > 3) return ofPool();
    if (size > 2) return provisioned({ ...report, providerID: "foo://a" }, { requeueAfter: "1m" });
    return size > 1 ? provisioned(size > 2 ? { providerIDs: [], machines: [] } : noMachines) : waiting("Found", "Creating");
  },
  delete: async () => removed(),
});

export const misspeltOfCluster = kit.infraCluster(FooCluster, {
  // error: Type '"failureDomians"' is not assignable to type '"endpoint" | "failureDomains"'. Did you mean '"failureDomains"'?
  reconcile: async () => provisioned({ endpoint: { host: "example.org", port: 6443 }, failureDomians: [] }),
  delete: async () => removed(),
});

export const domainOfMachine = kit.infraCluster(FooCluster, {
  // error: Type '"failureDomain"' is not assignable to type '"endpoint" | "failureDomains"'. Did you mean '"failureDomains"'?
  reconcile: async () => provisioned({ failureDomains: [], failureDomain: "a" }),
  delete: async () => removed(),
});

export const misspeltOfMachine = kit.infraMachine(FooMachine, {
  cluster: FooCluster,
  // error: Type '"adresses"' is not assignable to type '"addresses" | "failureDomain" | "providerID"'. Did you mean '"addresses"'?
  reconcile: async () => provisioned({ providerID: "foo://a", adresses: [] }),
  delete: async () => removed(),
});

export const endpointOfCluster = kit.infraMachine(FooMachine, {
  ...progress,
  cluster: FooCluster,
  // error: Type '"endpoint"' is not assignable to type '"addresses" | "failureDomain" | "providerID"'.
  reconcile: async ({ object }) => {
    const report = provisioned({ providerID: "foo://a", endpoint: { host: "example.org", port: 6443 } });
    return object.spec === undefined ? waiting("Found", "Creating") : report;
  },
  delete: async () => removed(),
});

export const misspeltOfPool = kit.infraMachinePool(FooMachinePool, {
  ...progress,
  cluster: FooCluster,
  // error: Type '"machnes"' is not assignable to type '"machines" | "providerID" | "providerIDs" | "replicas"'. Did you mean '"machines"'?
  reconcile: async ({ machinePool }) => (machinePool.spec.replicas === 0 ? waiting("Found", "Creating") : provisioned({ providerIDs: [], machnes: [] })),
  delete: async () => removed(),
});

const found = () => provisioned({ ...noMachines, addresses: [] });

export const addressesOfMachine = kit.infraMachinePool(FooMachinePool, {
  cluster: FooCluster,
  // error: Type '"addresses"' is not assignable to type '"machines" | "providerID" | "providerIDs" | "replicas"'.
  reconcile: async () => found(),
  delete: async () => removed(),
});

export const misspeltRequired = kit.infraMachine(FooMachine, {
  cluster: FooCluster,
  // error: Property 'providerID' is missing in type '{ readonly providerId: "foo://a"; }' but required in type 'MachineReport'.
  reconcile: async () => provisioned({ providerId: "foo://a" }),
  delete: async () => removed(),
});

// What has no type is checked when it is reported.
export const untypedReport = kit.infraMachine(FooMachine, {
  cluster: FooCluster,
  reconcile: async () => provisioned(JSON.parse("{}")),
  delete: async () => removed(),
});

export const noTerminalFailure = kit.infraMachine(FooMachine, {
  cluster: FooCluster,
  // error: Type '"failed"' is not assignable to type '"provisioned"'.
  reconcile: async () => failed("QuotaExceeded", "no machine can ever be made"),
  delete: async () => removed(),
});

export const noTerminalFailureOfPool = kit.infraMachinePool(FooMachinePool, {
  cluster: FooCluster,
  // error: Type '"failed"' is not assignable to type '"provisioned"'.
  reconcile: async () => failed("QuotaExceeded", "no machine can ever be made"),
  delete: async () => removed(),
});

export const exhaustedPool = kit.ipPool(FooIPPool, {
  async allocate({ reserve }) {
    const address = await reserve(["10.0.0.1"]);
    // error: Type 'undefined' is not assignable to type 'string'.
    return allocated({ address, prefix: 24 });
  },
});

export const wrongAnswer = kit.ipPool(FooIPPool, {
  // error: Type '"provisioned"' is not assignable to type '"allocated"'.
  allocate: async () => provisioned(),
});

export const noMachineKind = kit.infraMachinePool(FooMachinePool, {
  cluster: FooCluster,
  // error: Property '"add `infrastructureMachineKind?: string` to the status of the pool"' is missing in type 'Resource<FooMachine>' but required in type '{ readonly "add `infrastructureMachineKind?: string` to the status of the pool": never; }'.
  machines: FooMachine,
  reconcile: async () => provisioned({ providerIDs: [] }),
  delete: async () => removed(),
});

export const rightChecks = kit.validate(FooMachine, {
  immutable: ["spec.providerID", "metadata.labels"],
  create: async ({ object }, ctx) => void (await ctx.services.cloud.ensure(object.spec?.providerID ?? "")),
  update: ({ object, old }) => (object.spec?.providerID === old.spec?.providerID ? admitted() : rejected([{ path: "spec", type: "Required" }])),
  delete: () => rejected("it is kept"),
});

export const noField = kit.validate(FooMachine, {
  // error: Type '"spec.zone"' is not assignable to type '"\"zone\" of \"spec.zone\" is not a field of the kind"'.
  immutable: ["spec.zone"],
});

export const noOld = kit.validate(FooMachine, {
  // error: Property 'old' does not exist on type 'CreateReview<FooMachine>'.
  create: ({ old }) => void old,
});

export const noSupported = kit.validate(FooMachine, {
  // error: Property 'supported' is missing in type '{ path: string; type: "NotSupported"; value: string; }' but required in type '{ readonly type: "NotSupported"; readonly value: unknown; readonly supported: readonly string[]; }'.
  create: () => rejected([{ path: "spec", type: "NotSupported", value: "x" }]),
});

export const wrongDefault = kit.default(FooMachine, {
  // error: Type '{ size: number; }' is not assignable to type 'Promise<Answered> | Answered'.
  create: () => ({ size: 1 }),
});

export const noRoot = kit.handler(
  // error: Argument of type '"hello"' is not assignable to parameter of type '`/${string}`'.
  "hello",
  { handle: () => textResponse(200, "") },
);

export const wrongRule = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [right],
  // error: Type '"lsit"' is not assignable to type 'RuleVerb'.
  rules: { cluster: [{ apiGroups: [""], resources: ["nodes"], verbs: ["lsit"] }] },
});

const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [right] });
// error: Property 'cloud' is missing in type '{}' but required in type '{ cloud: Cloud; }'.
await run(provider, { services: async () => ({}) });

const ends = { reconcile: async () => done(), delete: async () => removed() };

// error: Argument of type 'Resource<FooMachine>' is not assignable to parameter of type '"provider/role: kit.infraCluster takes a kind whose name ends in Cluster: use kit.infraMachine for FooMachine"'.
export const machineAsCluster = kit.infraCluster(FooMachine, ends);

export const poolAsMachine = kit.infraMachine(
  // error: Argument of type 'Resource<FooMachinePool>' is not assignable to parameter of type '"provider/role: kit.infraMachine takes a kind whose name ends in Machine: use kit.infraMachinePool for FooMachinePool"'.
  FooMachinePool,
  { ...ends, cluster: FooCluster },
);

// error: Argument of type 'Resource<FooCluster>' is not assignable to parameter of type '"provider/role: kit.bootstrapConfig takes a kind whose name ends in Config: use kit.infraCluster for FooCluster"'.
export const clusterAsConfig = kit.bootstrapConfig(FooCluster, ends);

export const typedPredicates = kit.infraCluster(FooCluster, {
  ...ends,
  predicate: ({ object }) => object.spec?.region === "north",
  watches: [owns(FooNetwork, { predicate: ({ object }) => object.spec?.cidr !== undefined })],
  coreChanges: { Cluster: (before, after) => before.spec.paused !== after.spec.paused },
});

export const foreignField = kit.infraCluster(FooCluster, {
  ...ends,
  // error: Property 'cidr' does not exist on type '{ controlPlaneEndpoint?: APIEndpoint; region?: string; }'.
  predicate: ({ object }) => object.spec?.cidr !== undefined,
});

export const foreignFieldOfWatch = kit.infraCluster(FooCluster, {
  ...ends,
  // error: Property 'region' does not exist on type '{ cidr?: string; }'.
  watches: [owns(FooNetwork, { predicate: ({ object }) => object.spec?.region !== undefined })],
});

export const notWatched = kit.infraCluster(FooCluster, {
  ...ends,
  // error: Object literal may only specify known properties, and 'Machine' does not exist in type 'CoreChanges<"Cluster">'.
  coreChanges: { Machine: () => true },
});

export const noConditions = kit.infraCluster(FooCluster, {
  // error: Type 'Reason<"ServerReady", "Stopped">' is not assignable to type 'never'.
  reconcile: async () => waiting("ServerReady", "Stopped", "it is off"),
  delete: async () => removed(),
});

// An extension that is served, for tests and pictures of the page of a call: what it is called with is kept as under `capstan dev`.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { hookCatalog } from "@capstan/api/catalog";
import { defineExtension, defineVariables, patchTemplates, retryAfter } from "@capstan/extension-kit";
import { callHandler } from "@capstan/extension-kit/caller";
import { requestItems, requestVariables, startExtension, type TestExtension } from "@capstan/extension-kit/testing";
import { type JSONValue, type KubeObject, resourceOf } from "@capstan/kube";
import { onTrace } from "@capstan/kube/trace";
import { CallDesk } from "../../src/console/calls/call-desk.ts";
import type { SessionSource } from "../../src/console/session-source.ts";
import { CallBook, receivedCall } from "../../src/dev/call-book.ts";

interface StageTemplate extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta2", "StageMachineTemplate"> {
  spec: {
    template: { spec: { image?: string; size?: { cpu: number; memory?: string }; spot?: boolean; disks?: string[] } };
  };
}
const StageTemplate = resourceOf<StageTemplate>("infrastructure.cluster.x-k8s.io/v1beta2", "StageMachineTemplate");

const variables = defineVariables({
  image: {
    required: true,
    schema: { type: "string", minLength: 3, maxLength: 63, description: "The image that machines start with." },
  },
  size: {
    schema: {
      type: "object",
      required: ["cpu"],
      properties: {
        cpu: { type: "integer", minimum: 1, maximum: 64, description: "Cores of a machine." },
        memory: { type: "string", enum: ["4Gi", "8Gi", "16Gi"], description: "Its memory." },
      },
    },
  },
  spot: { schema: { type: "boolean", default: false, description: "Whether machines may be taken back." } },
  disks: { schema: { type: "array", items: { type: "string" }, maxItems: 4, description: "More disks." } },
});

const extension = defineExtension(
  {
    discoverVariables: { variables },
    generatePatches: {
      machines: patchTemplates(variables).on(StageTemplate, ({ spec: { template } }, { image, size, spot, disks }) => {
        if (image === "none") throw new Error("there is no image of this name");
        Object.assign(template.spec, { image, spot, ...(size && { size }), ...(disks && { disks }) });
      }),
    },
    beforeClusterUpgrade: () => retryAfter("60s", "the cluster is frozen until Monday"),
  },
  { name: "stage" },
);

function templateOf(name: string): StageTemplate {
  const { apiVersion, kind } = StageTemplate;
  return {
    apiVersion,
    kind,
    metadata: { name, namespace: "default" },
    spec: { template: { spec: { image: "ubuntu-22.04" } } },
  };
}

/** Values that a Cluster has. */
export const firstValues: Readonly<Record<string, JSONValue>> = {
  image: "ubuntu-24.04",
  size: { cpu: 4, memory: "8Gi" },
  token: "s3cret-Word",
};

/** The extension with its calls. */
export class ServedCalls implements AsyncDisposable {
  readonly desk: CallDesk;
  readonly #served: TestExtension;
  readonly #ends: (() => void)[] = [];

  private constructor(served: TestExtension) {
    this.#served = served;
    const book = new CallBook();
    this.desk = new CallDesk(book, [served]);
    const listens = (call: unknown): void => {
      const received = receivedCall(call, 0);
      if (received !== undefined) book.add(received);
    };
    subscribe("capstan:calls", listens);
    this.#ends.push(() => void unsubscribe("capstan:calls", listens));
  }

  static async start(): Promise<ServedCalls> {
    return new ServedCalls(await startExtension(extension));
  }

  /** The trace of its calls is news of the session. */
  follow(source: SessionSource): void {
    this.#ends.push(onTrace((record) => record.type === "hook" && source.trace(record)));
  }

  /** Calls for patches as core does. */
  async patch(values: Readonly<Record<string, JSONValue>>): Promise<void> {
    const target = (await this.#served.targets()).find(({ handler }) => handler.name === "machines");
    if (target === undefined) throw new Error("the extension has no handler of patches");
    const [plane, workers] = ["MachineDeployment", "Cluster"].map((kind) => ({
      kind,
      name: kind === "Cluster" ? "demo" : "demo-workers",
      namespace: "default",
    }));
    const items = requestItems([
      { object: templateOf("demo-workers"), ...(workers && { holder: workers }) },
      { object: { ...templateOf("demo"), kind: "StageClusterTemplate" }, ...(plane && { holder: plane }) },
    ]);
    await callHandler(hookCatalog.GeneratePatches, target, { items, variables: requestVariables(values) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    await this.#served.stop();
  }
}

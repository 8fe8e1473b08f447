// The wire of hooks: what core's own client in Go reads of a server of @capstan/extension-kit, over HTTP/1.1 and over HTTP/2. The calls are the same
// whatever the number of cases and the seed.
import { isDeepStrictEqual } from "node:util";
import { type KubeObject, type Resource, resourceOf } from "@capstan/api";
import {
  defineExtension,
  defineVariables,
  type Extension,
  patchTemplates,
  serveExtension,
} from "@capstan/extension-kit";
import { createSelfSigned } from "@capstan/extension-kit/testing";
import { askPeer } from "@capstan/tool-peers/ask";
import type { Area, Comparison } from "../area.ts";
import { type Answer, type Call, callsOf } from "./calls.ts";

interface FooTemplate extends KubeObject<"infrastructure.example.dev/v1", "FooTemplate"> {
  spec: { template: { spec: { greeting?: string } } };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("infrastructure.example.dev/v1", "FooTemplate");
const variables = defineVariables({ greeting: { required: true, schema: { type: "string" } } });
const greet = patchTemplates(variables).on(FooTemplate, ({ spec: { template } }, { greeting }) => {
  template.spec.greeting = greeting;
});
// On a busy computer, 21 MiB may take longer than the 10 s of a handler that does not say.
const extension: Extension = defineExtension({ generatePatches: { greet: { ...greet, timeout: "30s" } } });

/** The area. */
export const wire: Area = {
  name: "wire",
  async run() {
    return [...(await compareCalls("HTTP/1.1")), ...(await compareCalls("HTTP/2.0"))];
  },
};

async function compareCalls(protocol: "HTTP/1.1" | "HTTP/2.0"): Promise<readonly Comparison[]> {
  const tls = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"] });
  await using server = await serveExtension(extension, { tls, port: 0, http2: protocol === "HTTP/2.0" });
  const calls = callsOf({ url: server.url, caBundle: tls.certPem }, protocol);
  const answers = await askPeer<Answer>(
    "hook-client",
    calls.map(({ question }) => question),
  );
  return calls.map((call, index) => compare(call, answers[index] ?? {}));
}

/** Compares what was read with what it is to be. */
export function compare({ operation, question, want }: Call, read: Answer): Comparison {
  const relevant = Object.fromEntries(
    Object.keys({ ...want, error: "" }).map((name) => [name, Reflect.get(read, name)]),
  );
  const same = isDeepStrictEqual(relevant, { ...want, error: undefined });
  return same ? { operation } : { operation, difference: { question, ours: want, upstream: read } };
}

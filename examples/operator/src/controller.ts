// Publishes each Website: a ConfigMap with its page, which the Website controls.
import { ConfigMap, deepEqual, isControlledBy, ownerReferenceTo } from "@capstan/api";
import { type ControllerOptions, declareController, generationChanged, TerminalError } from "@capstan/operator";
import { Website } from "./api/v1/website.ts";
import { markupIn } from "./markup.ts";

export const websites: ControllerOptions<Website> = declareController({
  name: "website",
  for: Website,
  predicate: generationChanged,
  watches: [{ resource: ConfigMap, owner: "controller" }],
  calls: [
    { resource: ConfigMap, verbs: ["create", "patch"] },
    { resource: Website, subresource: "status", verbs: ["patch"] },
  ],
  async reconcile(key, { cache, client, events }) {
    const website = cache.get(Website, key);
    if (website === undefined || website.metadata.deletionTimestamp !== undefined) return;
    const page = pageOf(website);
    const found = cache.get(ConfigMap, key);
    if (found === undefined) await client.create(ConfigMap, page);
    else if (!isControlledBy(found, website))
      throw new TerminalError(`the ConfigMap ${key.name} is not of this Website`);
    else if (!deepEqual(found.data, page.data))
      await client.patch(ConfigMap, key, { type: "merge", body: { data: page.data } });
    const { generation } = website.metadata;
    if (generation === undefined || website.status?.observedGeneration === generation) return;
    const body = { status: { observedGeneration: generation } };
    await client.patch(Website, key, { type: "merge", body, subresource: "status" });
    events.record(website, { type: "Normal", reason: "Published", message: `published generation ${generation}` });
  },
});

/** The page as a ConfigMap. Kubernetes deletes it with its Website. */
function pageOf(website: Website): ConfigMap {
  const { spec, metadata } = website;
  const { namespace = "", name = "" } = metadata;
  // It may have been stored before there was a webhook.
  if (markupIn(website).length > 0) throw new TerminalError("title and greeting must not contain markup");
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name, ownerReferences: [ownerReferenceTo(website, { controller: true })] },
    data: { "index.html": `<h1>${spec.title}</h1><p>${spec.greeting}</p>` },
  };
}

// Compares facts.json with what Cluster API's Go types say about hooks; `--write` replaces it. Cluster API's version stands in go.mod.
import { deriveFacts } from "../derive-facts.ts";

deriveFacts(new URL(".", import.meta.url), (facts) => {
  // What main.go writes.
  const { paths, components } = facts as { readonly paths: object; readonly components: object };
  return { paths: Object.keys(paths).length, components: Object.keys(components).length };
});

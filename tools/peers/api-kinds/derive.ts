// Compares facts.json with what Cluster API's Go types say about kinds; `--write` replaces it. Cluster API's version stands in go.mod.
import { deriveFacts } from "../derive-facts.ts";

deriveFacts(new URL(".", import.meta.url), (facts) => {
  // What main.go writes.
  const { kinds, components } = facts as { readonly kinds: Record<string, object>; readonly components: object };
  const versionsOfKinds = Object.values(kinds).flatMap((version) => Object.keys(version));
  return { "versions of kinds": versionsOfKinds.length, components: Object.keys(components).length };
});

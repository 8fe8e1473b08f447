// Parses the content of a kubeconfig. The check of `yaml` for duplicate keys compares each key with each other, which takes minutes for a large
// file; here it is linear.
import { isJson } from "./foreign-content.ts";

/** The value of JSON or of one YAML document; throws an error of the parser. `yaml` is loaded only for YAML. */
export async function parseContent(content: string): Promise<unknown> {
  if (isJson(content)) return JSON.parse(content);
  const { isScalar, parseDocument, visit } = await import("yaml");
  const document = parseDocument(content, { uniqueKeys: false, logLevel: "error" });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        const name: unknown = isScalar(key) ? key.value : key;
        if (keys.has(name)) throw new Error("Map keys must be unique");
        keys.add(name);
      }
    },
  });
  return document.toJS();
}

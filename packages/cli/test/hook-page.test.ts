// docs/hook-specs.md, followed step by step: the document is imported, the types and the catalog are those of the page, and
// the page's extension answers the page's caller over TLS.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { here, HookProject } from "./hook-project.ts";

const page = readFileSync(here("../../docs/hook-specs.md"), "utf8");

/** The sample that begins with a file's name, as that file. */
function sample(path: string): string {
  const found = [...page.matchAll(/^```(?:ts|yaml)\n(?:\/\/|#) (\S+)\n([^]*?)^```$/gm)].find(
    ([, name]) => name === path,
  );
  return found?.[2] ?? "";
}

const script = `
import { createSelfSigned } from "@capstan/serve/certificates";
import { serveExtension } from "@capstan/extension-kit";
import { connectExtension } from "@capstan/extension-kit/caller";
import { mayBegin } from "./call.ts";
import { extension } from "./extension.ts";
const tls = createSelfSigned({ commonName: "x", ipAddresses: ["127.0.0.1"] });
const running = await serveExtension(extension, { tls, port: 0 });
const connection = connectExtension({ url: running.url, caBundle: tls.certPem });
console.log(await mayBegin(connection, "tape", 2), await mayBegin(connection, "tape", 4));
connection.close();
await running.close({ drainMs: 0 });
`;

test("what the page says is what happens", async () => {
  const project = new HookProject();
  try {
    project.write("hooks.yaml", sample("hooks.yaml"));
    const { text } = await project.capstan("import", "hooks.yaml");
    expect(page).toContain(`\n\`\`\`\n${text}\`\`\`\n`);
    await project.capstan("generate");
    for (const path of ["src/api/v1/hooks-vault-example-com.ts", "src/generated/catalog.ts"])
      expect(project.read(path)).toBe(sample(path));
    for (const path of ["src/extension.ts", "src/call.ts"]) project.write(path, sample(path));
    project.write("src/try.ts", script);
    expect(project.compile()).toBe("");
    const node = ["--conditions=@capstan/source", join(project.root, "src/try.ts")];
    expect(execFileSync(process.execPath, node, { encoding: "utf8" })).toBe("0 60\n");
  } finally {
    project.remove();
  }
});

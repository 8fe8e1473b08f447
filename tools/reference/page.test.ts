// A page of a small package, read by TypeDoc from a temporary file.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Application } from "typedoc";
import type { PackageReference } from "./convert.ts";
import { pageOf, undocumented } from "./page.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-reference-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function referenceOf(source: string): Promise<PackageReference> {
  writeFileSync(join(folder, "index.ts"), source);
  writeFileSync(
    join(folder, "tsconfig.json"),
    '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["*.ts"] }',
  );
  const app = await Application.bootstrap({
    entryPoints: [join(folder, "index.ts")],
    tsconfig: join(folder, "tsconfig.json"),
    logLevel: "Error",
    readme: "none",
  });
  const project = await app.convert();
  return { name: "@capstan/a", entries: [{ specifier: "@capstan/a/b", exports: project?.children ?? [] }] };
}

test("functions have parameters, results and errors; types have members; a type and a value of one name are one export", async () => {
  const reference = await referenceOf(`
/**
 * Opens it.
 * @param path - where it is
 * @returns The handle.
 * @throws When there is none.
 */
export function open(path: string, mode?: "r" | "w"): Handle { throw path + mode; }
/** A handle. */
export interface Handle {
  /** Its size. */
  readonly size: number;
  close(): void;
}
/** The value of a kind. */
export const Kind = 1;
export type Kind = number;
export const bare = true;
`);
  expect(pageOf(reference)).toBe(`# @capstan/a

- \`@capstan/a/b\`: [Handle](#a-b-Handle), [Kind](#a-b-Kind), [bare](#a-b-bare), [open](#a-b-open)

## \`@capstan/a/b\`

<a id="a-b-Handle"></a>

### Handle

\`\`\`typescript
interface Handle
\`\`\`

A handle.

- \`readonly size: number\`

  Its size.
- \`close(): void\`

<a id="a-b-Kind"></a>

### Kind

\`\`\`typescript
type Kind = number;
\`\`\`

The value of a kind.

\`\`\`typescript
const Kind: 1;
\`\`\`

<a id="a-b-bare"></a>

### bare

\`\`\`typescript
const bare: true;
\`\`\`

<a id="a-b-open"></a>

### open

\`\`\`typescript
function open(path: string, mode?: "r" | "w"): Handle;
\`\`\`

Opens it.

**Parameters**

- \`path\`: where it is

**Returns**

The handle.

**Errors**

When there is none.
`);
  expect(undocumented(reference)).toEqual(["@capstan/a/b bare"]);
});

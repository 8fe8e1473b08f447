// The files of the console's page: one document, one script, one style sheet and an icon, which the build of this package makes.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file as the server sends it. */
export interface PageFile {
  readonly type: string;
  readonly content: string;
}

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>capstan dev</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/console.css">
    <script type="module" src="/console.js"></script>
  </head>
  <body><noscript>The console needs JavaScript.</noscript></body>
</html>
`;

/** An arch with its capstone. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M4 28V17a12 12 0 0 1 24 0v11h-6V17a6 6 0 0 0-12 0v11z" fill="#5b7cfa"/><path d="M12.4 3h7.2l-1.8 8.4h-3.6z" fill="#f2a33c"/></svg>`;

/** The files by path, from the folder with the built ones. */
export function readPageFiles(folder: string = builtFolder()): ReadonlyMap<string, PageFile> {
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return new Map([
    ["/", { type: "text/html; charset=utf-8", content: html }],
    ["/icon.svg", { type: "image/svg+xml", content: icon }],
    ["/console.js", { type: "text/javascript; charset=utf-8", content: read("console.js") }],
    ["/console.css", { type: "text/css; charset=utf-8", content: read("style.css") }],
  ]);
}

/** Whether the page is there: a checkout has it once it was built. */
export function hasPageFiles(): boolean {
  return existsSync(join(builtFolder(), "console.js"));
}

/** Beside this module in the built package, and in its `dist` when this runs from source. */
function builtFolder(): string {
  const beside = join(import.meta.dirname, "console");
  return existsSync(join(beside, "console.js")) ? beside : join(import.meta.dirname, "../../dist/console");
}

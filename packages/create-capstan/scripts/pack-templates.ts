// Part of the build: writes the templates beside the built code.
import { mkdirSync, writeFileSync } from "node:fs";
import { packTemplate } from "../src/pack-template.ts";
import { templateNames } from "../src/template.ts";

const folder = new URL("../dist/templates/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const name of templateNames)
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(packTemplate(name))}\n`);

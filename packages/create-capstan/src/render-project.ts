// Template and answers to the files of a project. Pure: the same answers give the same bytes.
// Called by create.ts; putting the files on disk is write-project.ts.
import { createHash } from "node:crypto";
import { spellingsOf } from "./project-name.ts";
import { substituteName } from "./substitute-name.ts";
import type { FileTree, Template, TemplateName } from "./template.ts";

/** What a project is made from. */
export interface Answers {
  readonly template: TemplateName;
  /** The provider's or extension's name. */
  readonly name: string;
  /** The image of the manager, without tag. */
  readonly image?: string;
}

/** Where a project remembers what it was made from. */
const scaffoldRecord = ".capstan/scaffold.json";

/** The files of a project, the record with a hash of each among them. */
export function renderProject(template: Template, answers: Answers, version: string): FileTree {
  const spellings = spellingsOf(answers.name);
  const packageName = answers.template === "provider" ? `cluster-api-provider-${answers.name}` : answers.name;
  const files = Object.fromEntries(
    Object.entries(template.files).map(([path, content]) => {
      const text =
        path === "package.json" ? ownVersions(content, { version, packageName }) : withImage(content, answers.image);
      return [substituteName(path, spellings), substituteName(text, spellings)];
    }),
  );
  return { ...files, [scaffoldRecord]: record(files, answers, version) };
}

/** Capstan's packages are released together: a project takes all of them in the version that scaffolded it. */
function ownVersions(
  manifest: string,
  { version, packageName }: { readonly version: string; readonly packageName: string },
): string {
  return manifest.replaceAll('"workspace:^"', `"^${version}"`).replace('"name": "starter"', `"name": "${packageName}"`);
}

/** The examples' image stands in the configuration and in the README. */
function withImage(content: string, image: string | undefined): string {
  return image === undefined ? content : content.replace(/registry\.example\.com\/starter\/starter(-manager)?/g, image);
}

function record(files: FileTree, { template, name, image }: Answers, version: string): string {
  const hashes = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, createHash("sha256").update(content).digest("hex")]),
  );
  return `${JSON.stringify({ format: 1, createdWith: version, answers: { template, name, image }, files: hashes }, undefined, 2)}\n`;
}

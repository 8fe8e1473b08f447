// From a template and answers to the files of a project. The same answers give the same bytes.
import { createHash } from "node:crypto";
import { emitYaml } from "@capstan/schema/yaml";
import { type Spellings, spellingsOf, substituteName } from "./project-name.ts";
import type { FileTree, Template, TemplateName } from "./template.ts";

/** What a project is created from. */
export interface Answers {
  readonly template: TemplateName;
  /** The provider's or extension's name. */
  readonly name: string;
  /** The image of the manager, without tag. */
  readonly image?: string;
}

/** The file that records what a project was created from. */
const scaffoldRecord = ".capstan/scaffold.json";

/** The list of generated files with a hash of each; `capstan generate` owns what is listed. */
const ownedFiles = "generated/.capstan-owned.json";

/** The files of a project, with the record that has a hash of each. */
export function renderProject(template: Template, answers: Answers, version: string): FileTree {
  const spellings = spellingsOf(answers.name);
  const packageName = answers.template === "provider" ? `cluster-api-provider-${answers.name}` : answers.name;
  const files = Object.fromEntries(
    Object.entries(template.files).map(([path, content]) => {
      const own = path === "package.json" ? ownVersions(content, { version, packageName }) : content;
      return [substituteName(path, spellings), substituteNames(own, answers.image, spellings)];
    }),
  );
  const project = withGenerated(files);
  return { ...project, [scaffoldRecord]: record(project, answers, version) };
}

/** Capstan's packages are released together: a project depends on the version that created it. */
function ownVersions(
  manifest: string,
  { version, packageName }: { readonly version: string; readonly packageName: string },
): string {
  return manifest.replaceAll('"workspace:^"', `"^${version}"`).replace('"name": "starter"', `"name": "${packageName}"`);
}

/** The content with the project's name and its image, which is in the configuration and in the README. The image stays as it was given, whatever is in it. */
function substituteNames(content: string, image: string | undefined, spellings: Spellings): string {
  const parts =
    image === undefined ? [content] : content.split(/registry\.example\.com\/starter\/starter(?:-manager)?/);
  return parts.map((part) => substituteName(part, spellings)).join(image);
}

/** Generated files as `capstan generate` writes them: lines of YAML are folded by their length, and the list has a hash of each file. */
function withGenerated(files: FileTree): FileTree {
  if (!Object.hasOwn(files, ownedFiles)) return files;
  const documents = Object.entries(files).filter(([path]) => /^generated\/crds\/.*\.json$/.test(path));
  const yaml = documents.map(
    ([path, json]) => [path.replace(/json$/, "yaml"), emitYaml(JSON.parse(json), { documentStart: true })] as const,
  );
  const generated = { ...files, ...Object.fromEntries(yaml) };
  return { ...generated, [ownedFiles]: ownedList(generated) };
}

/** The list of the example, with the project's paths and hashes. */
function ownedList(files: FileTree): string {
  const owned = Object.entries(files).filter(([path]) => path.startsWith("generated/") && path !== ownedFiles);
  return `${JSON.stringify(hashesOf(Object.fromEntries(owned)), undefined, 2)}\n`;
}

function hashesOf(files: FileTree): FileTree {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, createHash("sha256").update(content).digest("hex")]),
  );
}

function record(files: FileTree, { template, name, image }: Answers, version: string): string {
  const hashes = hashesOf(files);
  return `${JSON.stringify({ format: 1, createdWith: version, answers: { template, name, image }, files: hashes }, undefined, 2)}\n`;
}

// `npm create capstan`: command line to project. main.ts gives it the real terminal, tests a recording one.
import { basename, resolve } from "node:path";
import { Command, CommanderError } from "commander";
import { ask } from "./ask.ts";
import { imageProblem, nameProblem } from "./project-name.ts";
import { renderProject } from "./render-project.ts";
import { templateNames, type Template, type TemplateName } from "./template.ts";
import { folderProblem, writeProject } from "./write-project.ts";

/** The world as the command sees it. */
export interface CreatePort {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether there is someone to ask. */
  readonly interactive: boolean;
  readonly version: string;
  loadTemplate(name: TemplateName): Template;
  out(text: string): void;
  err(text: string): void;
}

/** What the command line says; the rest is asked for. */
export interface Given {
  readonly folder?: string;
  readonly type?: TemplateName;
  readonly name?: string;
  readonly image?: string;
}

/** The command line was wrong: exit code 2. */
class UsageError extends Error {}

/** Makes a project; the exit code is 0, or 1 when it cannot be made, or 2 for a wrong command line. */
export async function createProject(argv: readonly string[], port: CreatePort): Promise<0 | 1 | 2> {
  try {
    const given = parse(argv, port);
    if (given === undefined) return 0;
    const answered =
      port.interactive && (given.type === undefined || given.name === undefined) ? await ask(given) : given;
    if (answered === undefined) return 1;
    return await make(answered, port);
  } catch (caught) {
    const error = caught instanceof Error ? caught : new Error(String(caught));
    port.err(`create-capstan: ${error.message.replace(/^error: /, "")}\n`);
    return caught instanceof UsageError || caught instanceof CommanderError ? 2 : 1;
  }
}

function parse(argv: readonly string[], port: CreatePort): Given | undefined {
  const command = new Command("create-capstan")
    .description("A new Cluster API provider or Runtime Extension in TypeScript")
    .version(port.version)
    .argument("[folder]", "where it goes; the name decides when left out")
    .option("--type <type>", templateNames.join(" or "))
    .option("--name <name>", "the name clusterctl will know it by, for example my-cloud")
    .option("--image <image>", "the image of the manager, with its registry and without tag")
    .exitOverride()
    .configureOutput({ writeOut: (text) => port.out(text), writeErr: () => undefined });
  try {
    command.parse([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    throw error;
  }
  const { type, ...options } = command.opts<{
    readonly type?: string;
    readonly name?: string;
    readonly image?: string;
  }>();
  const template = templateNames.find((each) => each === type);
  if (type !== undefined && template === undefined)
    throw new UsageError(`--type takes ${templateNames.join(" or ")}, not "${type}"`);
  const [folder] = command.args;
  return {
    ...options,
    ...(folder === undefined ? {} : { folder }),
    ...(template === undefined ? {} : { type: template }),
  };
}

async function make({ folder: given, type, name = nameFrom(given), image }: Given, port: CreatePort): Promise<0 | 1> {
  if (type === undefined) throw new UsageError(`say what to make: --type ${templateNames.join(" or --type ")}`);
  if (name === undefined) throw new UsageError("say what it is called: --name my-cloud");
  const problem = nameProblem(name) ?? (image === undefined ? undefined : imageProblem(image));
  if (problem !== undefined) throw new UsageError(problem);
  const folder = resolve(port.cwd, given ?? (type === "provider" ? `cluster-api-provider-${name}` : name));
  const occupied = await folderProblem(folder);
  if (occupied !== undefined) throw new Error(occupied);
  const files = renderProject(
    port.loadTemplate(type),
    { template: type, name, ...(image === undefined ? {} : { image }) },
    port.version,
  );
  await writeProject(folder, files);
  port.out(
    farewell({
      folder: given ?? basename(folder),
      count: Object.keys(files).length,
      manager: packageManager(port.env),
    }),
  );
  return 0;
}

/** `cluster-api-provider-foo` is the usual name of a provider's repository; the provider itself is `foo`. */
function nameFrom(folder: string | undefined): string | undefined {
  return folder === undefined || folder === "." ? undefined : basename(folder).replace(/^cluster-api-provider-/, "");
}

/** The package manager that runs us, by what it says of itself. */
function packageManager(env: CreatePort["env"]): string {
  return /^(npm|pnpm|yarn|bun)\//.exec(env["npm_config_user_agent"] ?? "")?.[1] ?? "npm";
}

function farewell({
  folder,
  count,
  manager,
}: {
  readonly folder: string;
  readonly count: number;
  readonly manager: string;
}): string {
  return `made ${count} files in ${folder}\n\nnext:\n  cd ${folder}\n  ${manager} install\n  ${manager} run dev\n  ${manager} test\n`;
}

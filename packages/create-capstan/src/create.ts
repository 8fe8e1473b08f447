// `npm create capstan`: from the command line to the files of a project.
import { basename, resolve } from "node:path";
import { oneLine } from "@capstan/kube";
import { Command, CommanderError } from "commander";
import { ask, type Given } from "./ask.ts";
import { imageProblem, nameProblem } from "./project-name.ts";
import { renderProject } from "./render-project.ts";
import { shellWord } from "./shell-word.ts";
import { templateNames, type Template, type TemplateName } from "./template.ts";
import { findPlace, writeProject } from "./write-project.ts";

/** Everything the command uses of the process it runs in; tests pass a recording one. */
export interface CreatePort {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person can answer questions. */
  readonly interactive: boolean;
  readonly version: string;
  loadTemplate(name: TemplateName): Template;
  out(text: string): void;
  /** Prints why there is no project. */
  fail(problem: string): void;
}

/** A mistake on the command line: exit code 2. */
class UsageError extends Error {}

/** Creates a project; the exit code is 0, 1 when the project cannot be created, or 2 for a mistake on the command line. */
export async function createProject(argv: readonly string[], port: CreatePort): Promise<0 | 1 | 2> {
  try {
    const parsed = parse(argv, port);
    if (parsed === undefined) return 0;
    const given = { ...parsed, ...nameOfFolder(parsed) };
    const answered =
      port.interactive && (given.type === undefined || given.name === undefined) ? await ask(given) : given;
    if (answered === undefined) return 1;
    return await create(answered, port);
  } catch (caught) {
    const error = caught instanceof Error ? caught : new Error(String(caught));
    port.fail(error.message.replace(/^error: /, ""));
    return caught instanceof UsageError || caught instanceof CommanderError ? 2 : 1;
  }
}

function parse(argv: readonly string[], port: CreatePort): Given | undefined {
  const command = new Command("create-capstan")
    .description("A new Cluster API provider or Runtime Extension in TypeScript")
    .version(port.version)
    .argument("[folder]", "the folder of the project (default: named after the project)")
    .option("--type <type>", templateNames.join(" or "))
    .option("--name <name>", "the name that clusterctl uses, for example my-cloud")
    .option("--image <image>", "the image of the manager, with its registry and without a tag")
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

async function create({ folder: given, type, name = nameFrom(given), image }: Given, port: CreatePort): Promise<0 | 1> {
  if (type === undefined) throw new UsageError(`choose what to create: --type ${templateNames.join(" or --type ")}`);
  if (name === undefined) throw new UsageError("give it a name: --name my-cloud");
  const problem = nameProblem(name) ?? (image === undefined ? undefined : imageProblem(image));
  if (problem !== undefined) throw new UsageError(problem);
  const folder = resolve(port.cwd, given ?? (type === "provider" ? `cluster-api-provider-${name}` : name));
  const place = await findPlace(folder, port.cwd);
  const files = renderProject(
    port.loadTemplate(type),
    { template: type, name, ...(image === undefined ? {} : { image }) },
    port.version,
  );
  await writeProject(place, files);
  port.out(
    farewell({
      folder: given ?? basename(folder),
      count: Object.keys(files).length,
      manager: packageManager(port.env),
    }),
  );
  return 0;
}

/** Without a name, that of the folder where it can be one: nobody has to answer what he has written. */
function nameOfFolder({ name, folder }: Given): Pick<Given, "name"> {
  const own = name ?? nameFrom(folder);
  return own === undefined || (name === undefined && nameProblem(own) !== undefined) ? {} : { name: own };
}

/** `cluster-api-provider-foo` is the usual name of a provider's repository; the provider itself is `foo`. */
function nameFrom(folder: string | undefined): string | undefined {
  return folder === undefined || folder === "." ? undefined : basename(folder).replace(/^cluster-api-provider-/, "");
}

/** The package manager that runs this command. */
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
  return `created ${count} files in ${oneLine(folder)}\n\nnext:\n  cd ${shellWord(folder)}\n  ${manager} install\n  ${manager} run dev\n  ${manager} test\n`;
}

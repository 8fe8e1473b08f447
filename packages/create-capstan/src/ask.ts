// Asks for what the command line does not give. The module for questions is loaded only then.
import { nameProblem } from "./project-name.ts";
import { templateNames, type TemplateName } from "./template.ts";

/** What the command line gives; the user answers the rest. */
export interface Given {
  readonly folder?: string;
  readonly type?: TemplateName;
  readonly name?: string;
  readonly image?: string;
}

const labels: Readonly<Record<TemplateName, string>> = {
  provider: "an infrastructure provider: your machines in Cluster API",
  extension: "a Runtime Extension: your code in the lifecycle of clusters",
};

/** What was given with the answers filled in, or undefined when the user cancelled. */
export async function ask(given: Given): Promise<Given | undefined> {
  const { intro, isCancel, select, text } = await import("@clack/prompts");
  intro("Capstan");
  const type =
    given.type ??
    (await select<TemplateName>({
      message: "What do you want to create?",
      options: templateNames.map((value) => ({ value, label: labels[value] })),
    }));
  if (isCancel(type)) return undefined;
  const name =
    given.name ??
    (await text({
      message: "What is its name?",
      placeholder: "my-cloud",
      validate: (value) => nameProblem(value ?? ""),
    }));
  if (isCancel(name)) return undefined;
  return { ...given, type, name };
}

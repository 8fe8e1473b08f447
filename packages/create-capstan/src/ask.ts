// Asks for what the command line left open, when there is someone to ask. The questions module loads only then.
import type { Given } from "./create.ts";
import { nameProblem } from "./project-name.ts";
import { templateNames, type TemplateName } from "./template.ts";

const labels: Readonly<Record<TemplateName, string>> = {
  provider: "an infrastructure provider: your machines, in Cluster API",
  extension: "a Runtime Extension: your say in what Cluster API does",
};

/** The answers with nothing left open, or undefined when the user went away. */
export async function ask(given: Given): Promise<Given | undefined> {
  const { intro, isCancel, select, text } = await import("@clack/prompts");
  intro("Capstan");
  const type =
    given.type ??
    (await select<TemplateName>({
      message: "What will it be?",
      options: templateNames.map((value) => ({ value, label: labels[value] })),
    }));
  if (isCancel(type)) return undefined;
  const name =
    given.name ??
    (await text({
      message: "What is it called?",
      placeholder: "my-cloud",
      validate: (value) => nameProblem(value ?? ""),
    }));
  if (isCancel(name)) return undefined;
  return { ...given, type, name };
}

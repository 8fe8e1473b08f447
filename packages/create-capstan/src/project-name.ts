// A project's name in all the spellings that sources need, their substitution in the templates, and the rules for names and images.

/** The spellings of one name. */
export interface Spellings {
  /** `my-cloud`: file names, the provider's name. */
  readonly kebab: string;
  /** `MyCloud`: kinds and types. */
  readonly pascal: string;
  /** `myCloud`: constants. */
  readonly camel: string;
  /** `mycloud`: the plural names of resources. */
  readonly flat: string;
  /** `MY_CLOUD`: variables. */
  readonly upper: string;
}

/** All spellings of a name that `nameProblem` accepts. */
export function spellingsOf(name: string): Spellings {
  const words = name.split("-");
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return {
    kebab: name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    flat: words.join(""),
    upper: words.join("_").toUpperCase(),
  };
}

/** Each spelling of the word "starter" in the examples, and what replaces it; earlier rows win. */
const spellings: readonly (readonly [RegExp, keyof Spellings])[] = [
  [/STARTER/g, "upper"],
  [/Starter/g, "pascal"],
  [/starter(?=[A-Z])/g, "camel"],
  [/starter(?=[a-z])/g, "flat"],
  [/starter/g, "kebab"],
];

/** Replaces the name of the examples, in a path or content. There is no template language: the word has no other meaning in them. */
export function substituteName(source: string, name: Spellings): string {
  return spellings.reduce((result, [pattern, spelling]) => result.replace(pattern, name[spelling]), source);
}

/** The longest name whose label `runtime-extension-<name>` and namespace still fit into 63 characters. */
const longest = 38;

/** Names that Cluster API or Kubernetes uses for something else. */
const taken: ReadonlySet<string> = new Set([
  "cluster",
  "machine",
  "cluster-api",
  "core",
  "kubernetes",
  "capstan",
  "test",
]);

/** `registry/team/image`, as container engines write it, without tag and digest. */
const imageName = /^[a-z0-9]+([.-][a-z0-9]+)*(:\d+)?(\/[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*)+$/;

/** Why `image` cannot be the image of a manager, with what to do; undefined when it can. */
export function imageProblem(image: string): string | undefined {
  if (imageName.test(image)) return undefined;
  return `"${image}" is not an image: write its registry and path without a tag, for example registry.example.com/team/my-cloud`;
}

/** Why `name` cannot be the name of a provider or extension, with what to do; undefined when it can. */
export function nameProblem(name: string): string | undefined {
  if (name === "") return "enter a name, for example my-cloud";
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    return `"${name}" is not a name: use lower-case words of letters and digits, joined by single dashes, starting with a letter`;
  if (name.length > longest)
    return `"${name}" has ${name.length} characters: use at most ${longest}, because labels and namespaces contain the name`;
  if (taken.has(name))
    return `"${name}" has another meaning in Cluster API: use the name of your infrastructure or of what the extension does`;
  return undefined;
}

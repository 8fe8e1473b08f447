// For tests of help: writes the declarations that it recommends in place of the rules of a source.
import { readModel, type DeclaredConversion, type TypeModel } from "@capstan/generator-model";
import { isJsonObject, type Diagnostic, type JSONObject, type JSONValue } from "@capstan/kube";

/** A module, and the folder from which it finds packages. */
export interface TestSource {
  readonly root: string;
  readonly text: string;
}

/** A declaration in the help of an error. */
export interface Recommended {
  readonly diagnostic: Diagnostic;
  readonly declaration: string;
}

/** The model of a source. */
export function sourceModel({ root, text }: TestSource): TypeModel {
  return readModel({ root, files: ["types.ts"], sources: { "types.ts": text } }).model;
}

/** The declarations in the words of a help; several that are for one way out are one. */
export function declarationsIn(help: string): string[] {
  // Short input: a help of our own.
  const all = Array.from(help.matchAll(/`((?:"[\w.[\]*]+": |together: ).*?)`(?=$|[,; ])/g), ([, text = ""]) => text);
  return help.includes(ofEachField) ? [all.join(", ")] : all;
}

/** What a help says before the rules of all fields of an object, in place of the object's own. */
const ofEachField = "remove that one and write a rule for each field, ";

/** The rules of a declaration as the generator reads them; its functions get bodies. */
export function rulesIn({ root, text: source }: TestSource, declaration: string): JSONObject {
  const text = declaration.replaceAll("=> ...", "=> { throw new Error(); }");
  const all = text.startsWith("together: ") ? text : `older: { ${text} }`;
  const more = `${source}\nexport const read: Conversion<Older, Newer> = defineConversion({ ${all} });`;
  const read = sourceModel({ root, text: more });
  const found = read.conversions.find(({ name }) => name === "read");
  if (found === undefined) throw new Error(`this is no declaration: ${declaration}`);
  return found.options;
}

/** The conversion without the rules that a declaration is in place of: those for elements of lists and maps, or for fields of objects, that it converts as a whole, and that for an object whose fields it names. */
function withoutReplaced(
  conversion: DeclaredConversion,
  { rules, diagnostic }: { readonly rules: JSONObject; readonly diagnostic: Diagnostic },
): DeclaredConversion {
  const { older, newer, ...options } = conversion.options;
  const groups = Object.values(object(rules["together"])).map((group) => object(object(group)["older"]));
  const paths = groups.flatMap((named) => Object.values(named)).filter((path) => typeof path === "string");
  const declared = [...Object.keys(object(rules["older"])), ...paths];
  const isReplaced = (path: string): boolean => declared.some((one) => isInPlace(diagnostic, { path, declared: one }));
  const others = (side: JSONValue | undefined): JSONObject =>
    Object.fromEntries(Object.entries(object(side)).filter(([path]) => !isReplaced(path)));
  return { ...conversion, options: { ...options, older: others(older), newer: others(newer) } };
}

/** Whether a help names a rule for a list or map in place of that for its elements. */
export function replacesElements({ code, help = "" }: Pick<Diagnostic, "code" | "help">): boolean {
  const codes = ["conversion/element-rule", "conversion/across-elements"];
  return codes.includes(code) || help.includes("in place of the rules below it");
}

function isInPlace(
  { code, help = "" }: Diagnostic,
  { path, declared }: { readonly path: string; readonly declared: string },
): boolean {
  return (
    (replacesElements({ code, help }) && [`${declared}[]`, `${declared}[*]`].includes(path)) ||
    (help.includes("in place of the rules for its fields") && path.startsWith(`${declared}.`)) ||
    (help.includes(ofEachField) && declared.startsWith(`${path}.`))
  );
}

/** The conversion with a declaration in place of what it has for these fields. */
function withDeclaration(conversion: DeclaredConversion, rules: JSONObject, ofNewer: boolean): DeclaredConversion {
  const { older, newer, together, ...options } = conversion.options;
  const sides = { older: { ...object(older) }, newer: { ...object(newer) } };
  for (const group of Object.values(object(rules["together"]))) {
    for (const path of Object.values(object(object(group)["older"]))) {
      if (typeof path === "string") delete sides.older[path];
    }
  }
  const groups = { ...object(together), ...object(rules["together"]) };
  for (const [path, rule] of Object.entries(object(rules["older"]))) {
    const isNewer = ofNewer || (path in sides.newer && !(path in sides.older));
    sides[isNewer ? "newer" : "older"][path] = rule;
  }
  return { ...conversion, options: { ...options, ...sides, together: groups } };
}

function object(value: JSONValue | undefined): JSONObject {
  return isJsonObject(value) ? value : {};
}

/** The conversion that an error is about. */
export function conversionOf(model: TypeModel, { position }: Diagnostic): DeclaredConversion | undefined {
  const line = position?.line ?? 0;
  return model.conversions.findLast((one) => (one.position.line ?? 0) <= line);
}

/** The model of a source, or of what was changed in it, with a declaration in place of what the conversion of the error has for its fields. */
export function withAdvice(
  source: TestSource,
  { diagnostic, declaration }: Recommended,
  model: TypeModel = sourceModel(source),
): TypeModel {
  const rules = rulesIn(source, declaration);
  const at = conversionOf(model, diagnostic);
  const conversions = model.conversions.map((one) =>
    one === at
      ? withStrategy(
          withDeclaration(
            withoutReplaced(one, { rules, diagnostic }),
            rules,
            isOfNewer(diagnostic.help ?? "", declaration),
          ),
          diagnostic,
        )
      : one,
  );
  return { ...model, conversions };
}

/** Without the strategy, where the help says to remove it before it has a declaration. */
function withStrategy(conversion: DeclaredConversion, { help = "" }: Diagnostic): DeclaredConversion {
  const { strategy, ...options } = conversion.options;
  return help.includes('remove `strategy: "None"` and ') && strategy !== undefined
    ? { ...conversion, options }
    : conversion;
}

/** Whether the help says that a declaration is one of `newer`. */
function isOfNewer(help: string, declaration: string): boolean {
  // Short input: a declaration in a help of our own.
  return /: ("added"|\{ default: [^,]* \})$/.test(declaration) && help.includes("`newer`");
}

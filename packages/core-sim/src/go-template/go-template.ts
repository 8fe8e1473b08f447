// Templates of Go as Cluster API renders them: those of patches, which have functions of sprig, and those of names, which have none. Compared with Go by `pnpm run oracle classes`.
import { builtinFunctions, unplayedBuiltins } from "./builtin-functions.ts";
import { executeTemplate } from "./execute.ts";
import type { GoFunction } from "./functions.ts";
import { parseGoTemplate } from "./parser.ts";
import { stringFunctions } from "./sprig-strings.ts";
import { valueFunctions } from "./sprig-values.ts";
import { UnplayedTemplate } from "./go-errors.ts";
import type { GoMap } from "./values.ts";

/** How templates of one kind are rendered. */
export interface TemplateKind {
  /** Their name in errors. */
  readonly name: string;
  readonly functions: Readonly<Record<string, GoFunction>>;
  /** Functions that Cluster API has and the simulation has not. */
  readonly unplayed: ReadonlySet<string>;
  readonly missingIsError: boolean;
}

/** The functions of sprig that Cluster API gives to templates of patches and the simulation has not. */
const unplayedFunctions: readonly string[] = [
  "abbrev abbrevboth add1f addf adler32sum ago atoi b32dec b32enc b64dec base bcrypt biggest buildCustomCert",
  "camelcase chunk clean concat decryptAES deepCopy deepEqual derivePassword dig dir divf duration",
  "durationRound encryptAES ext fromJson genCA genCAWithKey genPrivateKey genSelfSignedCert",
  "genSelfSignedCertWithKey genSignedCert genSignedCertWithKey hello htpasswd initials isAbs kebabcase keys",
  "kindIs kindOf maxf merge mergeOverwrite minf mulf mustAppend mustChunk mustCompact mustDateModify",
  "mustDeepCopy mustFirst mustFromJson mustHas mustInitial mustLast mustMerge mustMergeOverwrite mustPrepend",
  "mustPush mustRegexFind mustRegexFindAll mustRegexMatch mustRegexReplaceAll mustRegexReplaceAllLiteral",
  "mustRegexSplit mustRest mustReverse mustSlice mustToDate mustToJson mustToPrettyJson mustToRawJson",
  "mustUniq mustWithout must_date_modify omit osBase osClean osDir osExt osIsAbs pick pluck plural push",
  "randInt regexFind regexFindAll regexMatch regexQuoteMeta regexReplaceAll regexReplaceAllLiteral",
  "regexSplit round semver seq set sha1sum sha256sum sha512sum shuffle slice snakecase",
  "sortAlpha split splitn subf swapcase title toDate toDecimal toPrettyJson toStrings tuple typeIs",
  "typeIsLike typeOf unixEpoch unset untilStep untitle urlJoin urlParse values without wrap wrapWith",
].flatMap((names) => names.split(" "));

const withSprig: Pick<TemplateKind, "functions" | "unplayed"> = {
  functions: { ...builtinFunctions, ...stringFunctions, ...valueFunctions },
  unplayed: new Set([...unplayedBuiltins, ...unplayedFunctions]),
};

/** The templates of values and conditions in patches. */
export const patchTemplate: TemplateKind = { name: "tpl", ...withSprig, missingIsError: false };

/** The templates of names. */
export const nameTemplate: TemplateKind = {
  name: "template name generator",
  functions: builtinFunctions,
  unplayed: unplayedBuiltins,
  missingIsError: true,
};

interface ParsedTemplate {
  readonly tree: ReturnType<typeof parseGoTemplate>;
  /** The first function that is not played. */
  readonly unplayed: string | undefined;
}

/** The templates that were parsed last, by kind and text: those of a class are needed for each of its Clusters, in each step. */
const known = new Map<string, ParsedTemplate>();
const mostKnown = 500;

function parse(text: string, kind: TemplateKind): ParsedTemplate {
  const key = `${kind.name}\n${text}`;
  const parsed = known.get(key) ?? parsedNow(text, kind);
  known.delete(key);
  known.set(key, parsed);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return parsed;
}

function parsedNow(text: string, { name, functions, unplayed }: TemplateKind): ParsedTemplate {
  let found: string | undefined;
  const isFunction = (each: string): boolean => {
    if (unplayed.has(each)) found ??= each;
    return Object.hasOwn(functions, each) || unplayed.has(each);
  };
  return { tree: parseGoTemplate(text, { name, isFunction }), unplayed: found };
}

/** Renders a template; throws a TemplateError with the message of Go, or an UnplayedTemplate. */
export function renderTemplate(text: string, kind: TemplateKind, data: GoMap): string {
  const functionOf = (name: string): GoFunction => {
    const its = Object.hasOwn(kind.functions, name) ? kind.functions[name] : undefined;
    if (its === undefined) throw new UnplayedTemplate(name);
    return its;
  };
  return executeTemplate(parse(text, kind).tree, data, { ...kind, text, functionOf });
}

/** Parses a template alone; throws the same errors, also for a function that is not played. */
export function checkGoTemplate(text: string, kind: TemplateKind): void {
  const { unplayed } = parse(text, kind);
  if (unplayed !== undefined) throw new UnplayedTemplate(unplayed);
}

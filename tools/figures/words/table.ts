// The words that Capstan no longer writes, each with its plain form. docs/style.md shows how they were used.
// Ordinary uses are exempt here, never in the code that reads this table.
import type { Passage } from "../source/passages.ts";

/** One retired word or phrase. */
export interface RetiredWord {
  /** Alternatives of a regular expression. A space stands for any white space, also for a line break inside a comment. */
  readonly find: string;
  /** What to write. */
  readonly plain: string;
  /** Alternatives of a regular expression: a match inside one of these is an ordinary use. */
  readonly except?: string;
  /** Default: everywhere. */
  readonly kinds?: readonly Passage["kind"][];
  /** Parts of file and folder names that are retired too. */
  readonly names?: readonly string[];
  /** The case of the letters counts. */
  readonly exactCase?: true;
}

/** Every retired word. */
export const retiredWords: readonly RetiredWord[] = [
  { find: "mend|mends|mended|mending", plain: "help; or fix, as a verb", names: ["mend", "mends"] },
  { find: "house|houses", plain: "repository", except: 'in house|in-house|"houses?"', names: ["house"] },
  {
    find: "room|rooms",
    plain: "package",
    except: "(?:room|rooms) (?:for|to)|(?:no|enough|more|has|is|leaves?|makes?) room",
    names: ["room", "rooms"],
  },
  { find: "floor|floors", plain: "layer", except: "Math\\.floor|floor of|floor\\(", names: ["floor", "floors"] },
  { find: "signpost|signposts", plain: "link", names: ["signpost", "signposts"] },
  { find: "law|laws", plain: "rule", names: ["law", "laws"] },
  { find: "(?:make|makes|making|made) place", plain: "make room" },
  { find: "said", plain: "set, given or declared" },
  {
    find: "(?:a|each|every|one|another|any) text|texts",
    plain: "string, message or content",
    except: "text (?:file|editor|area)s?",
  },
  { find: "that (?:is|are) none|which (?:is|are) none|is a thing that", plain: "is not a ..." },
  { find: "the one \\w+ of", plain: "the ... that all ... share" },
  { find: "tells? of|told of", plain: "reports" },
  { find: "speaks? of|spoken of|spoke of", plain: "refers to" },
  { find: "hears? of|heard of", plain: "is notified of" },
  { find: "lets? in|letting in", plain: "accepts" },
  { find: "whoever|whosoever|whatever says", plain: "callers that ..." },
  { find: "(?:passes|pass|goes) by itself", plain: "is transient; retried automatically" },
  { find: "anew", plain: "again" },
  { find: "on its way|on their way", plain: "pending" },
  { find: "the world", plain: "the cluster", except: "(?:rest of|around|real) the world|the world-", names: ["world"] },
  { find: "words for", plain: "values of" },
  { find: "leads? (?:to )?(?:nowhere|somewhere)", plain: "exists, or does not" },
  {
    find: "(?:is|are|was|were|be|being) asked",
    plain: "is called",
    except: "(?:user|person|you) (?:is|are|was|were) asked",
  },
  { find: "comes to|come to|came to", plain: "results in" },
  {
    find: "refuse|refuses|refused|refusing|refusal|refusals",
    plain: "reject",
    except: "connections? (?:is |was )?refused",
    names: ["refuse", "refusal", "refusals"],
  },
  { find: "(?:is|are|was|were|be|been) gone", plain: "is deleted, or is no longer there" },
  { find: "judge|judges|judged|judging|judgement", plain: "check or validate", names: ["judge", "judges"] },
  { find: "(?<=[,;:] )else(?! if)", plain: "otherwise", kinds: ["comment", "prose"] },
  {
    find: "misspelt|behaviours?|honour(?:s|ed|ing)?|colours?|neighbours?|(?:recogni|normali|organi)s(?:e|es|ed|ing|ations?)|labelled|catalogues?",
    plain: "the American spelling, for example misspelled, behavior, recognize",
    names: ["behaviour"],
  },
  { find: "besides", plain: "also" },
  {
    find: "(?:Called|Used|Made|Raised) by",
    plain: "nothing: say what the file is for",
    kinds: ["comment"],
    exactCase: true,
  },
];

/** Files that must name retired words: this table, its tests, and the page that shows the words. */
export const filesThatName: readonly string[] = ["tools/figures/words/", "docs/style.md"];

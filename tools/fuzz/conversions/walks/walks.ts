// Random pairs of versions: what the help of each error says is written, until the declaration is accepted. Then its generated tests must pass. Where functions are to be written or a
// type is to be changed, the walk ends.
import { describeError, type Diagnostic } from "@capstan/kube";
import { emitSource } from "../emitted.ts";
import { errorsOf, failedTests, runsOfSmall } from "../pairs/accepted.ts";
import { sourceOf } from "../pairs/pair-source.ts";
import type { Outcome, Part, Settings } from "../../part.ts";
import { FollowedRules } from "./followed-rules.ts";
import { randomPair, type RandomPair } from "./random-pair.ts";

/** So many pairs are walked, and with `--all` so many. */
const [some, many] = [100, 1000];
/** Each error is about one field, and pairs have few. */
const mostSteps = 12;

/** The random pairs. */
export const walks: Part = {
  name: "walks",
  async run(settings: Settings) {
    const outcomes = new Map<string, Outcome>();
    for (let index = 0; index < (settings.all ? many : some); index += 1) {
      const pair = randomPair(settings.seed * many + index);
      const { group, failures } = await walk(pair, settings).catch((error: unknown) =>
        failed(pair, "", describeError(error)),
      );
      const { cases = 0, failures: before = [] } = outcomes.get(group) ?? {};
      outcomes.set(group, { group, cases: cases + 1, failures: [...before, ...failures] });
    }
    return [...outcomes.values()];
  },
};

type Walked = Pick<Outcome, "group" | "failures">;

async function walk(pair: RandomPair, settings: Settings): Promise<Walked> {
  const rules = new FollowedRules(pair);
  const seen = new Set<string>();
  for (let step = 0; step < mostSteps; step += 1) {
    const now = String(rules);
    if (seen.has(now)) return failed(pair, now, "following the helps leads back to a declaration that was rejected");
    seen.add(now);
    const emitted = emitSource(sourceOf({ ...pair, rules: now }));
    const [first] = errorsOf(emitted);
    if (first === undefined) {
      const messages = (await failedTests(emitted, runsOfSmall(settings))) ?? [];
      return messages.length === 0 ? { group: "proved", failures: [] } : failed(pair, now, messages.join("\n"));
    }
    if (!rules.follow(first)) return endOf(pair, now, first);
  }
  return failed(pair, String(rules), `${mostSteps} helps did not lead to a declaration that is accepted`);
}

/** Where somebody has to think. */
function endOf(pair: RandomPair, rules: string, { code, help = "", message }: Diagnostic): Walked {
  if (help.includes("=> ...")) return { group: "functions are to be written", failures: [] };
  if (help.includes("remove `@default`")) return { group: "a default is to be removed", failures: [] };
  // An object that may not be empty has no value that a help could write.
  if (help.startsWith("make it optional")) return { group: "a field is to be made optional", failures: [] };
  return failed(pair, rules, `${code}: ${message}: nothing to write: ${help}`);
}

function failed({ older, newer }: RandomPair, rules: string, message: string): Walked {
  return { group: "failed", failures: [`older: ${older}\nnewer: ${newer}\nrules: ${rules}\n${message}`] };
}

// What an error about fields without a rule says to declare.
import type { TypeModel } from "@capstan/generator-model";
import type { OpenReport } from "../pairs/open-fields.ts";
import { oppositeSide, type VersionPair } from "../pairs/version-pair.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { sameType } from "../pairs/differing-fields.ts";
import { adviceFor, defaultBesideElements, functionsFor, lostDeclarations } from "./fitting-rule.ts";
import { orFunctions, orWebhook, sameTypeOr, withWebhook, writtenAdvice } from "./written-rule.ts";

/** So many fields of an object have their declaration in the help. */
const mostFields = 5;

/** The values of the message and the help. */
export function coverageAdvice(
  model: TypeModel,
  pair: VersionPair,
  report: OpenReport,
): Readonly<Record<string, string>> {
  const { path, side, fields, hasRules } = report;
  if (fields === undefined) {
    const hasOwn = pair.rules.some((rule) => rule.side === side && rule.path === path);
    const what = hasOwn ? `its rule of \`${side}\` is about bounds alone` : `no rule of \`${side}\` names it`;
    return { path, what, advice: adviceOf(model, pair, report) };
  }
  const declarations = fields.slice(0, mostFields).map((field) => declarationsOf(model, pair, field)[0] ?? "");
  const newer = fields.some((field) => field.side === "newer") ? ' (those of "added" or a default in `newer`)' : "";
  const each = `write a rule for each, for example ${declarations.map((one) => `\`${one}\``).join(", ")}${newer}`;
  const { declaration = "" } = functionsFor(model, pair, { path, to: path });
  const whole = hasRules || pair.strategy === "None" ? "" : `, or functions for the whole, \`${declaration}\``;
  const names = fields.slice(0, mostFields).map((field) => field.path);
  const more = fields.length > mostFields ? ` and ${fields.length - mostFields} more` : "";
  return { path, what: `no rule names ${names.join(", ")}${more}`, advice: `${each}${whole}` };
}

function adviceOf(model: TypeModel, pair: VersionPair, report: OpenReport): string {
  if (pair.strategy === "None") return adviceOfNone(model, pair, report);
  const { side, path, to } = report;
  if (to !== undefined) {
    return `if it is the same field as ${to}, ${writtenAdvice(adviceFor(model, pair, { path, to }))}; otherwise give each a rule of its own`;
  }
  const other = oppositeSide(side);
  const isLostThere = pair.rules.some((rule) => rule.lost && rule.side === other && rule.path === path);
  if (fieldAt(model, pair[other].node, path) !== undefined && !isLostThere) {
    const { way, isOfPresence } = wayOfBoth(model, pair, report);
    return isOfPresence ? `${requireAlike}, or ${way}` : way;
  }
  const declarations = lostDeclarations(model, pair, report).map((one) => `\`${one}\``);
  const place = side === "newer" ? " in `newer`" : "";
  const first = declarations.length === 0 ? "make it optional" : `write ${declarations.join(" or ")}${place}`;
  const kept = declarations.length > 1 ? ", with which the hub keeps its values" : "";
  const others =
    side === "older" ? "it moves to a field of the newer version" : "a field of the older version moves there";
  return `${first}${kept}; if ${others}, write \`to\` in \`older\`, \`as\` for another form, or \`together\` for several fields`;
}

const requireAlike = "require it in both versions or in none";

/** How a field of both versions is converted, and whether it is enough that both require it or none does. */
function wayOfBoth(
  model: TypeModel,
  pair: VersionPair,
  { path, hasRules }: OpenReport,
): { readonly way: string; readonly isOfPresence: boolean } {
  const [older, newer] = [pair.older, pair.newer].map(({ node }) => fieldAt(model, node, path));
  const isOtherwise = older?.property.optional !== newer?.property.optional;
  if (hasRules) {
    const filled = defaultBesideElements(model, pair, path);
    if (filled !== undefined) return { way: `write \`${filled}\` beside the rules below it`, isOfPresence: false };
    const { declaration = "" } = functionsFor(model, pair, { path, to: path });
    const way = `write functions in place of the rules below it, which do what these do, \`${declaration}\``;
    return { way, isOfPresence: isOtherwise };
  }
  const advice = adviceFor(model, pair, { path, to: path });
  const isSameType = older !== undefined && newer !== undefined && sameType(model, older.node, newer.node);
  const isOfPresence = isOtherwise && isSameType && advice.form === "functions";
  return { way: isOfPresence ? orFunctions(advice) : writtenAdvice(advice), isOfPresence };
}

/** What strategy None allows: fields that are dropped, and fields alike. */
function adviceOfNone(model: TypeModel, pair: VersionPair, report: OpenReport): string {
  const { side, path, to } = report;
  const [own, other] = [side, oppositeSide(side)].map((one) => fieldAt(model, pair[one].node, path));
  const converted = adviceOf(model, withWebhook(pair), report);
  if (to !== undefined) return `with strategy None no field moves: name both alike, or ${orWebhook(converted)}`;
  if (own === undefined || other === undefined) {
    const [declaration] = lostDeclarations(model, pair, report);
    const place = side === "newer" ? " in `newer`" : "";
    return declaration === undefined
      ? "make it optional, or give it a `@default`"
      : `write \`${declaration}\`${place}, with which it is dropped; if it has another name in the other version, name both alike, or remove \`strategy: "None"\``;
  }
  if (sameType(model, own.node, other.node) && own.property.optional !== other.property.optional)
    return `${requireAlike}, or ${orWebhook(wayOfBoth(model, withWebhook(pair), report).way)}`;
  return sameTypeOr(converted);
}

/** The declarations for one field, the likeliest first. */
function declarationsOf(model: TypeModel, pair: VersionPair, { side, path, to }: OpenReport): readonly string[] {
  const isInBoth = fieldAt(model, pair[oppositeSide(side)].node, path) !== undefined;
  if (to === undefined && !isInBoth) return lostDeclarations(model, pair, { side, path });
  const { declaration } = adviceFor(model, pair, { path, to: to ?? path });
  return declaration === undefined ? [] : [declaration];
}

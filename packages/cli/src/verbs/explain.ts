// `capstan explain`: the page of a code or of a kind, the codes of an area, or the list of all areas.
import { Help } from "commander";
import { contractKinds, kindContracts } from "@capstan/contract/rules";
import { diagnose, didYouMean, nearestOf } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { nearestName } from "../config/field-table.ts";
import { kindNamed, kindPage } from "../explain/kind-page.ts";
import { areaOf, areas, codes, factsOf, pageOf, rowOf } from "../explain/pages.ts";
import type { VerbOutcome } from "../outcome.ts";
import { columnsOf, type Terminal } from "../output/print-outcome.ts";
import { displayWidth, padColumns } from "../tree/display-width.ts";
import type { VerbArguments } from "../verb.ts";

/** Explains a code or a kind, or lists the codes of an area, or the areas. */
export function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  // Codes are copied from messages, where a colon follows them.
  const code = given.string("code")?.replace(/:$/, "");
  if (code === undefined) return Promise.resolve(list());
  const name = code.replace(/\/$/, "");
  const kind = kindNamed(name);
  if (kind !== undefined) {
    const next = `capstan explain ${areas.get(kindContracts[kind].rules)?.[0]}`;
    return Promise.resolve({ title: kind, diagnostics: [], body: kindPage(kind), next });
  }
  const listed = areas.get(name);
  return Promise.resolve(listed === undefined ? explain(code, columnsOf(terminal)) : listArea(listed));
}

function explain(code: string, width: number): VerbOutcome {
  const page = pageOf(code);
  if (page !== undefined)
    return { title: code, diagnostics: [], codes: factsOf([code]), body: new Help().boxWrap(page, width) };
  const near = code.includes("/") ? suggestions(code) : names(code);
  const area = areas.has(areaOf(code)) ? areaOf(code) : undefined;
  const list = area === undefined ? "capstan explain for a list of all areas" : `capstan explain ${area} for its codes`;
  const values = { code, suggestion: didYouMean(...near), list };
  return {
    title: code,
    diagnostics: [diagnose(cliDiagnostics, "cli/unknown-code", { values })],
    next: ["capstan explain", ...[...near, ...(area === undefined ? [] : [area])].slice(0, 1)].join(" "),
  };
}

/** The nearest kind or area. */
function names(name: string): readonly string[] {
  const near = nearestName(name, [...contractKinds, ...areas.keys()]);
  return near === undefined ? [] : [near];
}

/** The areas of the contract's rules, whose reasons users remember under `contract`. */
const contractAreas: readonly string[] = Object.values(kindContracts).map(({ rules }) => rules);

/** Codes with the same reason in another area, the likely area first; otherwise the nearest code. */
function suggestions(code: string): readonly string[] {
  const sameReason = codes.filter((known) => reasonOf(known) === reasonOf(code));
  const nearest = nearestOf(code, codes);
  if (sameReason.length === 0) return nearest === undefined ? [] : [nearest];
  const nearArea = nearestOf(areaOf(code), sameReason.map(areaOf));
  const likely = [...(nearArea === undefined ? [] : [nearArea]), ...contractAreas];
  const rank = (known: string): number => [...likely, areaOf(known)].indexOf(areaOf(known));
  return sameReason.toSorted((a, b) => rank(a) - rank(b)).slice(0, 3);
}

function reasonOf(code: string): string {
  return code.split("/").slice(1).join("/");
}

/** The areas for people; every code for programs. */
function list(): VerbOutcome {
  const width = Math.max(...[...areas.keys()].map(displayWidth));
  const body = [...areas].map(([area, known]) => `  ${padColumns(area, width)}  ${countOf(known)}`).join("\n");
  return {
    title: `${codes.length} codes in ${areas.size} areas`,
    diagnostics: [],
    codes: factsOf(codes),
    body,
    next: "capstan explain model",
  };
}

function listArea(known: readonly string[]): VerbOutcome {
  const body = known.map(rowOf).join("\n");
  return { title: countOf(known), diagnostics: [], codes: factsOf(known), body, next: `capstan explain ${known[0]}` };
}

function countOf(known: readonly string[]): string {
  return known.length === 1 ? "1 code" : `${known.length} codes`;
}

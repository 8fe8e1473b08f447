// For machines: one JSON document, SARIF 2.1.0, or GitHub's workflow commands.
import { oneLine, withoutCommands, type Diagnostic, type Severity } from "@capstan/kube";
import { checkLines } from "../doctor/check.ts";
import { exitCodeOf, unusedFiles, type VerbOutcome } from "../outcome.ts";
import { driftOf } from "./drift.ts";
import { firstDiagnostics, mostShown, omittedWords } from "./first-diagnostics.ts";

/** Everything the outcome holds, up to 1,000 diagnostics, how many more there are, and the exit code. One of several documents is a line. */
export function formatJson(outcome: VerbOutcome): string {
  const { view: _, isLine = false, ...data } = outcome;
  const { shown, omitted } = firstDiagnostics(outcome.diagnostics, mostShown.machines);
  const rest = omitted === 0 ? {} : { omitted };
  return `${JSON.stringify({ ...data, diagnostics: shown, ...rest, exitCode: exitCodeOf(outcome) }, undefined, isLine ? 0 : 2)}\n`;
}

const sarifLevel: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };
const githubCommand: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** For code scanning. */
export function formatSarif(outcome: VerbOutcome): string {
  const { shown, omitted } = firstDiagnostics(outcome.diagnostics, mostShown.machines);
  const sorted = [...shown, ...driftOf(outcome)];
  const rules = [...new Set(sorted.map(({ code }) => code))].map((id) => ({ id }));
  const notes = omittedWords(omitted).map((text) => ({ level: "note", message: { text } }));
  const invocations = [{ executionSuccessful: true, toolExecutionNotifications: notes }];
  const tool = { driver: { name: "capstan", rules } };
  const run = { tool, ...(notes.length > 0 && { invocations }), results: sorted.map(sarifResult) };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function sarifResult({ code, severity, message, help, position }: Diagnostic): object {
  const region =
    position?.line === undefined
      ? {}
      : {
          region: {
            startLine: position.line,
            ...(position.column === undefined ? {} : { startColumn: position.column }),
          },
        };
  const locations =
    position === undefined ? [] : [{ physicalLocation: { artifactLocation: { uri: position.file }, ...region } }];
  return { ruleId: code, level: sarifLevel[severity], message: { text: withHelp(message, help) }, locations };
}

/** Annotations on the lines of a pull request. No other line is a command. */
export function formatGithub(outcome: VerbOutcome): string {
  const { title, diagnostics, body, next } = outcome;
  const { shown, omitted } = firstDiagnostics(diagnostics, mostShown.machines);
  const rest = [
    ...omittedWords(omitted),
    ...unusedFiles(outcome),
    ...(body === undefined ? [] : [body]),
    ...(next === undefined ? [] : [`next: ${oneLine(next)}`]),
  ];
  const lines = [
    withoutCommands(oneLine(title)),
    ...checkLines(outcome.checks ?? [], false).map(withoutCommands),
    ...[...shown, ...driftOf(outcome)].map(annotation),
    ...rest.map(withoutCommands),
  ];
  return `${lines.join("\n")}\n`;
}

function annotation({ code, severity, message, help, position }: Diagnostic): string {
  const places: readonly (readonly [string, string | number | undefined])[] = [
    ["file", position?.file],
    ["line", position?.line],
    ["col", position?.column],
    ["title", code],
  ];
  const properties = places.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(String(value))}`],
  );
  return `::${githubCommand[severity]} ${properties.join(",")}::${data(withHelp(message, help))}`;
}

function withHelp(message: string, help: string | undefined): string {
  return help === undefined ? message : `${message}\nhelp: ${help}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

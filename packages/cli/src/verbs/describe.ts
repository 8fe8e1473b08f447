// `capstan describe`: the clusters of any management cluster as trees, problems first. It needs no project, and writes nothing.
import { relative } from "node:path";
import { type Client, createClient, loadCredentials } from "@capstan/client";
import { devOfProject, type RunningDev } from "../dev/dev-lock.ts";
import type { ClusterDescription, ClusterSelection } from "../describe/describe-clusters.ts";
import { describeClusters } from "../describe/describe-clusters.ts";
import { descriptionLines } from "../describe/description-lines.ts";
import { type WatchedView, watchDescription } from "../describe/watch-description.ts";
import { diagnosticOf } from "../diagnostic-of.ts";
import type { LineOptions } from "../tree/tree-lines.ts";
import { explainFirst, type VerbOutcome } from "../outcome.ts";
import { formatJson } from "../output/format-machine.ts";
import type { Format, Terminal } from "../output/print-outcome.ts";
import { withProgress } from "../output/progress.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** Describes once, or with --watch until Ctrl-C. */
export async function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  const watch = given.flag("watch");
  const namespace = given.string("namespace");
  if (namespace !== undefined && given.flag("all")) throw usageError("--all and --namespace exclude each other");
  const { format } = given;
  if (watch && format !== "pretty" && format !== "json")
    throw usageError(`--watch has no --format ${format}: it shows lines for people, or with json documents`);
  const context = given.string("context");
  const named = given.string("kubeconfig");
  const dev = named === undefined && context === undefined ? devOf(terminal) : undefined;
  const credentials = await loadCredentials({
    kubeconfig: named ?? dev?.kubeconfig,
    env: terminal.env,
    ...(context !== undefined && { context }),
  });
  const client = createClient(credentials, { userAgent: "capstan-describe" });
  try {
    const selection = selectionOf(given, client);
    const title = `describing ${titleOf(selection)} of ${client.server}`;
    const watched = { client, selection, title, terminal, dev };
    if (watch) return await (format === "json" ? watchedDocuments(watched) : watchedLines(watched));
    const description = await withProgress(terminal, format, (progress) =>
      describeClusters(client, { ...selection, progress }, new Date()),
    );
    return outcomeOf(description, { title, format, terminal });
  } finally {
    client.close();
  }
}

/** Where dev runs in this project, its clusters are meant, unless the environment names others. */
function devOf(terminal: Terminal): RunningDev | undefined {
  const dev = devOfProject(terminal);
  if (dev !== undefined)
    terminal.err(`using the control plane of capstan dev: ${relative(terminal.cwd, dev.kubeconfig)}\n`);
  return dev;
}

function selectionOf(given: VerbArguments, client: Client): ClusterSelection {
  const cluster = given.string("cluster");
  return {
    ...(cluster !== undefined && { cluster }),
    ...(!given.flag("all") && { namespace: given.string("namespace") ?? client.namespace }),
    everything: given.flag("expand"),
    isWhole: given.flag("expand") || given.format === "json",
  };
}

function titleOf({ cluster, namespace }: ClusterSelection): string {
  const place = namespace === undefined ? "in all namespaces" : `in namespace ${namespace}`;
  return `${cluster === undefined ? "the Clusters" : `Cluster ${cluster}`} ${place}`;
}

interface Shown {
  readonly title: string;
  readonly format: Format;
  readonly terminal: Terminal;
}

function outcomeOf(description: ClusterDescription, { title, format, terminal }: Shown): VerbOutcome {
  const { problems: diagnostics, trees, unread } = description;
  const next = explainFirst(diagnostics);
  const shown = {
    pretty: () => ({ view: [...linesOf(description, shownTo(terminal)), ...(diagnostics.length > 0 ? [""] : [])] }),
    github: () => ({ body: linesOf({ ...description, problems: [] }, { colors: false }).join("\n") }),
    json: () => ({ trees, unread }),
    sarif: () => ({}),
  }[format]();
  return { title, diagnostics, ...shown, ...(next !== undefined && { next }) };
}

function shownTo({ columns, colors = false }: Terminal): ShownOn {
  return { columns, colors };
}

type ShownOn = Pick<Terminal, "columns" | "colors"> & Pick<LineOptions, "isLog">;

/** Without a terminal, lines are as long as they are. */
function linesOf(description: ClusterDescription, { columns = Infinity, ...options }: ShownOn): readonly string[] {
  const lines = descriptionLines(description, { width: columns, colors: false, now: new Date(), ...options });
  return description.trees.length === 0 ? [...lines, "", "there is no Cluster here"] : lines;
}

interface Watched {
  readonly client: Client;
  readonly selection: ClusterSelection;
  readonly title: string;
  readonly terminal: Terminal;
  /** The dev that is described. Undefined for any other cluster. */
  readonly dev: RunningDev | undefined;
}

/** Lines for people: in place on a terminal. */
async function watchedLines(watched: Watched): Promise<VerbOutcome> {
  const { client, selection, title, terminal } = watched;
  const { signal } = terminal;
  const shownOn = (): ShownOn => ({ ...shownTo(terminal), isLog: !terminal.interactive });
  terminal.out(`${title}, until Ctrl-C\n`);
  return await untilEnd(watched, {
    output: {
      isTTY: terminal.interactive,
      get rows() {
        return terminal.rows;
      },
      write: (lines) => terminal.out(lines, "view"),
    },
    read: async () => linesOf(await describeClusters(client, { ...selection, signal }, new Date()), shownOn()),
  });
}

/** A document in a line for each state that differs from the one before, the end as the last one. */
async function watchedDocuments(watched: Watched): Promise<VerbOutcome> {
  const { client, selection, title, terminal } = watched;
  const { signal } = terminal;
  const line = (outcome: VerbOutcome): readonly string[] => [formatJson({ ...outcome, isLine: true }).trimEnd()];
  const failed = (error: unknown): VerbOutcome => ({ title, diagnostics: [diagnosticOf(error)] });
  terminal.err(`${title}, until Ctrl-C\n`);
  try {
    const end = await untilEnd(watched, {
      output: { write: (document) => terminal.out(document) },
      read: async () => {
        const description = await describeClusters(client, { ...selection, signal }, new Date());
        return line(outcomeOf(description, { title, format: "json", terminal }));
      },
      failed: (error) => line(failed(error)),
    });
    return { ...end, isLine: true };
  } catch (error) {
    return { ...failed(error), isLine: true };
  }
}

async function untilEnd(
  { title, terminal: { signal }, dev }: Watched,
  view: Omit<WatchedView, "signal" | "hasEnded">,
): Promise<VerbOutcome> {
  await watchDescription({ ...view, signal, ...(dev !== undefined && { hasEnded: () => dev.hasEnded() }) });
  const isOver = !signal.aborted && dev !== undefined;
  return { title: isOver ? "capstan dev has ended" : `stopped ${title}`, diagnostics: [] };
}

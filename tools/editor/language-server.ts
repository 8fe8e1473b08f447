// A client of TypeScript's own language server (`tsc --lsp --stdio`): what an editor asks of it, and the settings that an
// editor would answer with. One server for each client; `stop` ends it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "@capstan/repo";
import {
  ConfigurationRequest,
  createProtocolConnection,
  DefinitionRequest,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  ReferencesRequest,
  RegistrationRequest,
  RenameRequest,
  ShutdownRequest,
  type Location,
  type ProtocolConnection,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import type { Place } from "./place.ts";
import { sectionOf, type Settings } from "./settings.ts";

/** One edit of a rename. */
export interface Edit extends Place {
  readonly text: string;
}

/** What an editor asks a running server. */
export interface LanguageServer {
  readonly open: (file: string) => Promise<void>;
  readonly references: (place: Place) => Promise<readonly Place[]>;
  readonly rename: (place: Place, name: string) => Promise<readonly Edit[]>;
  readonly definition: (place: Place) => Promise<readonly Place[]>;
  readonly diagnostics: (file: string) => Promise<readonly string[]>;
  /** The most memory that the server held, in megabytes; undefined where the system does not say. */
  readonly memory: () => number | undefined;
  readonly stop: () => Promise<void>;
}

/** Starts the server of the repository's TypeScript with these settings. */
export async function startLanguageServer(settings: Settings): Promise<LanguageServer> {
  const child = spawn(await serverProgram(), ["--lsp", "--stdio"], { cwd: root, stdio: ["pipe", "pipe", "ignore"] });
  const kill = (): void => void child.kill();
  process.once("exit", kill);
  const connection = createProtocolConnection(child.stdout, child.stdin);
  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ section = "" }) => sectionOf(settings, section)),
  );
  connection.onRequest(RegistrationRequest.type, () => undefined);
  connection.listen();
  await introduce(connection);
  return {
    ...questions(connection),
    memory: () => peakMemory(child.pid),
    stop: async () => {
      const ended = once(child, "exit");
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      await ended;
      connection.dispose();
      process.off("exit", kill);
    },
  };
}

/** TypeScript's own function that finds its executable; the same file that editors start. */
async function serverProgram(): Promise<string> {
  const module = pathToFileURL(join(root, "node_modules/typescript/lib/getExePath.js")).href;
  return ((await import(module)) as { readonly default: () => string }).default();
}

async function introduce(connection: ProtocolConnection): Promise<void> {
  const rootUri = uriOf("");
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "capstan" }],
    capabilities: { workspace: { configuration: true }, textDocument: { rename: {}, diagnostic: {} } },
  });
  await connection.sendNotification(InitializedNotification.type, {});
}

function questions(connection: ProtocolConnection): Omit<LanguageServer, "memory" | "stop"> {
  const at = ({ file, line, character }: Place) => ({
    textDocument: { uri: uriOf(file) },
    position: { line, character },
  });
  return {
    open: async (file) => {
      const text = readFileSync(join(root, file), "utf8");
      const textDocument = { uri: uriOf(file), languageId: "typescript", version: 1, text };
      await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    },
    references: async (place) => {
      const context = { includeDeclaration: true };
      const found = await connection.sendRequest(ReferencesRequest.type, { ...at(place), context });
      return (found ?? []).map(placeOf);
    },
    rename: async (place, newName) =>
      editsOf(await connection.sendRequest(RenameRequest.type, { ...at(place), newName })),
    definition: async (place) => {
      const found = await connection.sendRequest(DefinitionRequest.type, at(place));
      return [found ?? []]
        .flat()
        .map((one) => placeOf("uri" in one ? one : { uri: one.targetUri, range: one.targetRange }));
    },
    diagnostics: async (file) => {
      const report = await connection.sendRequest(DocumentDiagnosticRequest.type, {
        textDocument: { uri: uriOf(file) },
      });
      return "items" in report
        ? report.items.map(({ message }) => (typeof message === "string" ? message : message.value))
        : [];
    },
  };
}

function editsOf(edit: WorkspaceEdit | null): readonly Edit[] {
  return Object.entries(edit?.changes ?? {}).flatMap(([uri, edits]) =>
    edits.map(({ range, newText }) => ({ ...placeOf({ uri, range }), text: newText })),
  );
}

function placeOf({ uri, range }: Location): Place {
  return { file: relative(root, fileURLToPath(uri)).replaceAll("\\", "/"), ...range.start };
}

function uriOf(file: string): string {
  return pathToFileURL(join(root, file)).href;
}

/** Linux alone says how much memory a process held at most. */
function peakMemory(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}

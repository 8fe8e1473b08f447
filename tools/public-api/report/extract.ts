// Built declarations to raw reports, by API Extractor 7.60.1 (npm's `latest`, 8.0.0, is an old one on TypeScript 3.1). All
// entries of all packages asked for share one compiler run.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CompilerState,
  type ExtractorLogLevel,
  Extractor,
  ExtractorConfig,
  type ExtractorMessage,
  type IConfigFile,
} from "@microsoft/api-extractor";
import { CapstanError } from "@capstan/kube";
import { compilerLibraries, typeRoots } from "../compiler-settings.ts";
import type { Entry, WorkspacePackage } from "../packages.ts";
import { privateLines } from "./private-classes.ts";

/** What API Extractor says of an entry, and what it leaves out. */
export interface RawReport {
  readonly owner: WorkspacePackage;
  readonly entry: Entry;
  readonly text: string;
  /** Lines to add to exported classes that have private members, which the text leaves out. */
  readonly privateLines: ReadonlyMap<string, readonly string[]>;
}

const reportFile = "report.api.md";
const none = { logLevel: "none" as ExtractorLogLevel };
const asError = { logLevel: "error" as ExtractorLogLevel };

/** Raw reports of all entries of some packages; throws when one is not built or cannot be read. */
export function extractReports(root: string, owners: readonly WorkspacePackage[]): RawReport[] {
  const out = mkdtempSync(join(tmpdir(), "capstan-api-report-"));
  try {
    const all = owners.flatMap((owner) =>
      owner.entries.map((entry) => ({ owner, entry, config: extractorConfig(builtFile(root, owner, entry), out) })),
    );
    const [first] = all;
    if (first === undefined) return [];
    const additionalEntryPoints = all.map(({ config }) => config.mainEntryPointFilePath);
    const compilerState = CompilerState.create(first.config, { additionalEntryPoints });
    return all.map(({ owner, entry, config }) => ({
      owner,
      entry,
      text: invoke(config, compilerState),
      privateLines: privateLines(compilerState.program, config.mainEntryPointFilePath),
    }));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

interface Built {
  readonly folder: string;
  readonly declarations: string;
}

function builtFile(root: string, owner: WorkspacePackage, entry: Entry): Built {
  const folder = join(root, owner.folder);
  const declarations = join(folder, entry.types);
  if (existsSync(declarations)) return { folder, declarations };
  throw new CapstanError("public-api/not-built", `${owner.folder}: there is no ${entry.types}`, {
    help: `build the package first: npx --yes pnpm@12.21.0 exec turbo run build --filter ${owner.name}`,
  });
}

function invoke(config: ExtractorConfig, compilerState: CompilerState): string {
  const errors: string[] = [];
  const messageCallback = (message: ExtractorMessage): void => {
    message.handled = true;
    if (String(message.logLevel) === "error") errors.push(`${message.sourceFilePath ?? ""} ${message.text}`.trim());
  };
  const { succeeded } = Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
  if (!succeeded || errors.length > 0)
    throw new CapstanError("public-api/not-readable", `API Extractor rejects the declarations:\n${errors.join("\n")}`);
  return readFileSync(config.reportFilePath, "utf8");
}

function extractorConfig({ folder, declarations: mainEntryPointFilePath }: Built, out: string): ExtractorConfig {
  const configObject: IConfigFile = {
    newlineKind: "lf",
    projectFolder: folder,
    mainEntryPointFilePath,
    compiler: { overrideTsconfig: { compilerOptions: compilerOptions(), files: [mainEntryPointFilePath] } },
    apiReport: {
      enabled: true,
      reportFileName: reportFile,
      reportFolder: out,
      reportTempFolder: join(out, "temp"),
      // Types that users meet without being able to name them belong to what they see.
      includeForgottenExports: true,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: asError },
      extractorMessageReporting: { default: none },
      tsdocMessageReporting: { default: none },
    },
  };
  return ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
  });
}

function compilerOptions(): object {
  return {
    module: "nodenext",
    target: "es2023",
    lib: compilerLibraries,
    types: ["node"],
    typeRoots,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
}

// The file of a tape: whole lines, one after the other, for its owner alone, up to a size. What goes wrong stops the recording and nothing else.
import { constants } from "node:fs";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { errorFrom, isJsonObject } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import { extensionError } from "../errors.ts";
import { createTapeKey } from "./redact-template.ts";
import type { SecretNames } from "./replace-secrets.ts";
import { tapeFormat, type TapeHeader } from "./tape.ts";

/** How large a tape and what waits to be written may be, in bytes. */
export interface TapeLimits {
  /** Default: 64 MiB. */
  readonly bytes: number;
  /** Default: 32 MiB. */
  readonly waitingBytes: number;
}

const mebi = 1024 * 1024;
const tapeLimits: TapeLimits = { bytes: 64 * mebi, waitingBytes: 32 * mebi };

/** Where a tape is written. */
export interface TapePlace {
  readonly file: string;
  readonly limits?: Partial<TapeLimits>;
  readonly log: Logger;
}

/** A tape that is written. */
export class TapeFile {
  readonly #handle: FileHandle;
  readonly #place: TapePlace;
  readonly #limits: TapeLimits;
  /** Bytes of whole lines in the file. */
  #written = 0;
  #waiting = 0;
  #added = 0;
  #stopped = false;
  #last: Promise<void> = Promise.resolve();

  private constructor(handle: FileHandle, place: TapePlace) {
    this.#handle = handle;
    this.#place = place;
    this.#limits = { ...tapeLimits, ...place.limits };
  }

  /**
   * Begins a tape. One that is there already gets the name of the file with `.1`, an empty file is removed, and any other is an error. Rejects with `extension/tape-file` when it cannot be written,
   * and then leaves no part of a tape that would be in the way of the next start.
   */
  static async begin(header: TapeHeader, place: TapePlace): Promise<TapeFile> {
    const { file } = place;
    try {
      const there = await fileAt(file);
      if (there === "tape") await keepOld(file);
      if (there === "empty") await unlink(file);
      const tape = new TapeFile(await open(file, "wx", 0o600), place);
      await tape.#write(lineOf(header)).catch(async (error: unknown) => {
        await tape.close();
        await unlink(file).catch(() => undefined);
        throw error;
      });
      return tape;
    } catch (error) {
      throw extensionError("extension/tape-file", { file, problem: errorFrom(error).message }, error);
    }
  }

  /** Whether there is place for more. */
  get isOpen(): boolean {
    return !this.#stopped && this.#waiting < this.#limits.waitingBytes;
  }

  /** How many lines were added. */
  get added(): number {
    return this.#added;
  }

  /** Writes a value as a line, after those before it; false where there is no place for it. */
  add(value: object): boolean {
    if (!this.isOpen) return false;
    const line = lineOf(value);
    if (this.#written + this.#waiting + line.byteLength > this.#limits.bytes) return this.#full();
    this.#waiting += line.byteLength;
    this.#last = this.#last.then(async () => {
      if (!this.#stopped)
        await this.#write(line).then(
          () => (this.#added += 1),
          (error: unknown) => this.#failed(error),
        );
      this.#waiting -= line.byteLength;
    });
    return true;
  }

  /** Waits for what was added, and closes the file. */
  async close(): Promise<void> {
    await this.#last;
    this.#stopped = true;
    await this.#handle.close();
  }

  async #write(line: Buffer): Promise<void> {
    await this.#handle.appendFile(line);
    this.#written += line.byteLength;
  }

  #full(): false {
    this.#stopped = true;
    const { log, file } = this.#place;
    log.warn("The tape is full: nothing is recorded any more", { file, bytes: this.#limits.bytes });
    return false;
  }

  async #failed(error: unknown): Promise<void> {
    this.#stopped = true;
    const { log, file } = this.#place;
    log.error("The tape cannot be written: nothing is recorded any more", { file, ...errorFields(error) });
    // A part of a line may be at its end.
    await this.#handle.truncate(this.#written).catch(() => undefined);
  }
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Gives a tape the name with `.1`, in place of an older tape and of no other file. */
async function keepOld(file: string): Promise<void> {
  const kept = `${file}.1`;
  await fileAt(kept).catch((error: unknown) => {
    throw new Error(`the tape that is there cannot become ${kept}: ${errorFrom(error).message}`, { cause: error });
  });
  await rename(file, kept);
}

/** How much of a file is read to see what it is. */
const mostOfHeader = 4096;

/** What is there already: nothing, a tape, or a file without a byte, as a start that was ended leaves it. Throws for any other file. */
async function fileAt(file: string): Promise<"empty" | "nothing" | "tape"> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (handle === undefined) return "nothing";
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error("it is not a regular file");
    if (stat.size === 0) return "empty";
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(mostOfHeader), position: 0 });
    if (headerIn(buffer.toString("utf8", 0, bytesRead)) === undefined)
      throw new Error("there is a file that is not a tape: name another file, or remove it");
    return "tape";
  } finally {
    await handle.close();
  }
}

/** The version in the first line of a tape; undefined for what is none. */
export function headerIn(text: string): number | undefined {
  try {
    const [first = ""] = text.split("\n", 1);
    const header: unknown = JSON.parse(first);
    const version = isJsonObject(header) ? header["capstanTape"] : undefined;
    return typeof version === "number" ? version : undefined;
  } catch {
    return undefined;
  }
}

/** What a tape names of an extension. */
export interface TapedExtension {
  readonly name: string;
  readonly clusterApi: string;
}

/** The first line of a tape of an extension, with a key of its own. */
export function headerOf({ name, clusterApi }: TapedExtension, { variables }: SecretNames): TapeHeader {
  const at = new Date().toISOString();
  const secretVariables = [...variables];
  return { capstanTape: tapeFormat, extension: name, clusterApi, at, key: createTapeKey(), secretVariables };
}

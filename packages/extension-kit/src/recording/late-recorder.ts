// A recorder whose tape begins when the port is taken: a second process with the same port and tape must not take the tape of the first one away.
import type { CallRecorder, RecordedHandler, TapeRecorder } from "./call-recorder.ts";

/** Something that is open and can be closed at once. */
interface Closeable {
  close(how: { readonly drainMs: number }): Promise<unknown>;
}

/** Records nothing until its tape has begun. */
export class LateRecorder implements CallRecorder {
  #recorder: TapeRecorder | undefined;

  begin(handler: RecordedHandler, request: Readonly<Record<string, unknown>>): ReturnType<CallRecorder["begin"]> {
    return this.#recorder?.begin(handler, request);
  }

  /** How many calls are on the tape. */
  get recorded(): number {
    return this.#recorder?.recorded ?? 0;
  }

  /** Begins the tape, for what listens by now: it is closed when that fails. */
  async beginBehind(listening: Closeable, begin: () => Promise<TapeRecorder>): Promise<void> {
    try {
      this.#recorder = await begin();
    } catch (error) {
      await listening.close({ drainMs: 0 });
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#recorder?.close();
  }
}

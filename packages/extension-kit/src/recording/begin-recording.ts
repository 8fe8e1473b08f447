// Begins the tape of an extension that is served.
import { answerMasked, type CallServices } from "../answering/answer-call.ts";
import type { Extension } from "../authoring/define-extension.ts";
import { TapeRecorder } from "./call-recorder.ts";
import { secretsOf } from "./mask-request.ts";

/** A tape that is written. */
export interface RecordOptions {
  /** The file. A tape that is there already gets the name with `.1`; any other file is an error. Only its owner can read it. */
  readonly file: string;
  /** The most bytes of the file: nothing is recorded any more once it is full. Default: 64 MiB. */
  readonly bytes?: number;
}

/** Rejects with `extension/tape-file`. Secret values are not on the tape, nor what handlers make of them: a request that has any is answered once more, without them. */
export function beginRecording(
  extension: Extension,
  { file, bytes }: RecordOptions,
  services: CallServices,
): Promise<TapeRecorder> {
  const place = { file, log: services.log, ...(bytes !== undefined && { limits: { bytes } }) };
  const { name, clusterApi } = extension;
  const taped = { name, clusterApi, names: secretsOf(extension) };
  return TapeRecorder.begin(taped, place, answerMasked(extension, services));
}

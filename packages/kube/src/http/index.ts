// HTTP with a server that somebody else owns: one attempt of one request, and its answer up to a limit.
export { attempt, type AttemptOptions, type HttpAnswer } from "./http-attempt.ts";
export { ByteCollector, collectAnswer } from "./byte-collector.ts";
export { limitWire, wireLimit } from "./wire-limit.ts";

// HTTP with a server that somebody else owns: the look-up of its name, one attempt of one request, and its answer up to a limit.
export { attempt, type AttemptOptions, type HttpAnswer } from "./http-attempt.ts";
export { foreignLookup, type LookupOptions } from "./foreign-lookup.ts";
export { ByteCollector, collectAnswer } from "./byte-collector.ts";
export { limitWire, wireLimit } from "./wire-limit.ts";
export { nodeHttp } from "./node-http.ts";

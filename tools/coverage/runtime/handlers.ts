// What is demanded of those who write handlers, and of what they are given for it.
import { type Demands, notOurs } from "./demand.ts";
import { shown } from "./files.ts";

/** The demands. */
export const handlers: Demands = {
  "handlers/types": shown(
    "every hook has its types: names of fields as on the wire, patches as base64",
    ["upstream", "there are the same 17 paths and 133 components"],
    ["roundTrip", "every request and response comes back as the type it was generated from"],
    ["encodePatch", "it reads as the operations and is encoded as its text"],
  ),
  "handlers/results": shown(
    "a handler is a function that returns a result; what its hook does not allow does not compile",
    ["define", "types: what a handler is given, and what it may answer"],
    { in: "results", type: "HookResult" },
  ),
  "handlers/names": shown(
    "names are DNS labels, and each is there once; discovery would reject others",
    ["define", "an empty name"],
    ["define", "a name with a capital"],
    ["define", "a name with a dot"],
    ["define", "a name of 64 characters"],
    ["define", "one name for two hooks"],
  ),
  "handlers/timeouts": shown(
    "timeouts are 1 to 30 seconds, policies Fail or Ignore, and 10 seconds and Fail where none is given",
    ["define", "a timeout of 31s"],
    ["define", "a negative timeout"],
    ["define", "a failure policy in small letters"],
    ["define", "lists every handler by name, with what was defaulted"],
  ),
  "handlers/unknown-hook": shown("a hook that does not exist is rejected when it is defined", [
    "define",
    "an unknown hook",
  ]),
  "handlers/deadline": shown(
    "a handler learns when its time is over, and is answered for before its caller leaves",
    ["wire", "a handler that never settles is aborted before the caller's timeout, and $name"],
    ["deadline", "aborts the signal at the deadline, and waits no longer"],
    ["answerCall", "a signal that aborts when the caller closes the connection"],
  ),
  "handlers/fast": notOurs(
    "handlers answer within milliseconds",
    "the time is that of the author's code; `bench hooks` measures what Capstan adds",
  ),
  "handlers/robust": shown(
    "an error of a handler is a Failure, and ends neither the connection nor the process",
    ["wire", "a handler that throws"],
    ["answerCall", "an error with its stack"],
  ),
  "handlers/stray-errors": shown("an error that nobody waits for is logged, and does not end the process", [
    "strayErrors",
    "a process that serves goes on, and logs each once with its stack",
  ]),
  "handlers/blocking": shown(
    "a hook that can block is held by a delay in whole seconds; others cannot ask for one",
    ["wire", "retryAfter"],
    ["toResponse", "retryAfter"],
    ["answerCall", "retryAfter of a hook that cannot block"],
    ["topologyScenario", "upgrade: held by the gate for as long as it says"],
  ),
  "handlers/called-early": notOurs(
    "core may call again before the delay is over",
    "the delay is a maximum of core's; handlers are written for repeated calls (handlers/idempotent)",
  ),
  "handlers/idempotent": shown(
    "a handler can be called again, whatever it has already done",
    ["expectations", "expectIdempotent"],
    ["expectations", "finds a list that grows"],
  ),
  "handlers/side-effects": shown(
    "a handler works with its request; one that reads or writes a cluster declares it",
    ["wire", "a handler that asks for a client without rules"],
    ["answerCall", "a client, when the extension declares rules"],
    { in: "definition", type: "ExtensionOptions" },
  ),
  "handlers/independent": shown(
    "extensions do not depend on each other; parts of one are ordered in one process",
    ["compose", "composed extensions"],
    ["compose", "in sequence one after the other"],
  ),
  "handlers/deterministic": shown(
    "equal requests have equal answers, whatever the order of items and their identifiers",
    ["patchTemplates", "do not depend on the order of items and variables, nor on identifiers"],
    ["unsteadyPatches", "an answer that differs is reported once for a handler, with the field and both values"],
  ),
  "handlers/messages": shown(
    "messages do not change from call to call, have no secrets, and are short",
    ["wire", "fail, with what changes from call to call taken out"],
    ["stableMessage", "a message has at most 1024 characters"],
    ["wire", "a handler that throws"],
  ),
  "handlers/settings": shown(
    "settings are declared, typed, and have defaults; unknown ones are reported",
    ["wire", "settings have their defaults; undeclared ones are logged once"],
    ["wire", "a setting without a value is a Failure"],
    ["authoring", "a name of every object is not a setting"],
    ["define", "types: settings of own hooks are those that the extension declares"],
  ),
  "handlers/log": shown(
    "each call has a log with its hook, its handler and its Cluster; that of a function for templates names the holder",
    ["answerCall", "what the handler logs, with the fields of the call"],
    ["templateFunctions", "the lines of functions and selectors name the holder"],
  ),
  "handlers/composition": shown(
    "steps run in order or side by side behind one handler; the shortest delay wins",
    ["compose", "shows each step what the one before left, and makes one patch"],
    ["compose", "side by side they run at the same time"],
    ["compose", "steps of a life-cycle hook"],
  ),
  "handlers/testing": shown(
    "tests call handlers in process, with requests that look real, and compare patched templates",
    ["topologyExample", "the variables are discovered with their schemas"],
    ["lifecycleExample", "an upgrade is held for as long as the quota is used up, and begins when there is room"],
    { in: "testing", type: "requestItems" },
  ),
  "handlers/harnesses": shown(
    "one line shows that a handler is deterministic, idempotent and has stable messages",
    ["expectations", "expectDeterministic"],
    ["expectations", "expectIdempotent"],
    ["expectations", "expectOrderIndependent"],
    ["expectations", "expectStableMessages"],
    ["expectations", "expectNoRollout"],
  ),
  "handlers/care": notOurs(
    "extensions are designed with care, since they can hold up clusters",
    "advice; what follows from it has its own entries",
  ),
  "handlers/no-webhook": notOurs(
    "nobody assumes that hooks behave as admission webhooks",
    "a warning to readers; the documentation compares both",
  ),
  "handlers/other-language": shown(
    "languages other than Go work, since calls are HTTPS and JSON as OpenAPI describes them",
    ["topologyScenario", "core discovers both extensions"],
    ["topologyScenario", "every hook of ours was called; these are its answers"],
  ),
};

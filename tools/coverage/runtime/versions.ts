// What is demanded of versions of hooks, and of the documents that describe them.
import { type Demands, notOurs } from "./demand.ts";
import { shown } from "./files.ts";

/** The demands. */
export const versions: Demands = {
  "versions/several": shown(
    "more than one version of a hook is supported at the same time",
    ["emitCatalog", "a hook in several versions is found by its name in the preferred one"],
    ["hookVersions", "a server with one handler of the newest version"],
  ),
  "versions/no-break": shown(
    "a released version does not change in a way that breaks extensions",
    ["lock", "a released version must not break, and the way out is a new one"],
    ["hookChanges", "what a hook does is compared, and hooks that are removed are found"],
    ["upstreamChanges", "exactly these bodies break"],
  ),
  "versions/removal": shown(
    "a version is removed after its deprecation and its time of support alone",
    ["lock", "never without having been deprecated, except for alpha"],
    ["lock", "counts from the release that deprecated it first"],
    ["ownHooksPage", "the first version can be removed in the release that its mark names"],
  ),
  "versions/support": shown("how long that is follows from the stability of the version", [
    "lock",
    "to be removed too early",
  ]),
  "versions/replacement": shown(
    "a version is deprecated only for one that is there and at least as stable",
    ["lock", "for one that is not there"],
    ["lock", "for one that is less stable"],
    ["lock", "without a replacement"],
  ),
  "versions/request-down": shown(
    "requests convert from the latest version to those before it, and what is lost is declared",
    ["doSomethingRequest", "DoSomethingRequest between v1alpha1 and v1beta1"],
    ["doSomethingRequest", "DoSomethingRequest between v1alpha2 and v1beta1"],
    ["doSomethingRequest", "every declared loss happens"],
  ),
  "versions/response-up": shown(
    "responses convert from each version to the latest one",
    ["doSomethingResponse", "DoSomethingResponse between v1alpha1 and v1beta1"],
    ["doSomethingResponse", "DoSomethingResponse between v1alpha2 and v1beta1"],
  ),
  "versions/caller-converts": shown(
    "the caller works with the latest version, and converts for extensions that have an older one",
    ["hookVersions", "of the newest version calls a server of the release before"],
    ["hookVersions", "a caller finds each handler once, with the versions that both know"],
  ),
  "versions/deprecated-calls": shown("administrators learn which extensions use a deprecated version", [
    "hookVersions",
    "says in a header that a version is deprecated",
  ]),
  "versions/before-upgrades": shown(
    "an upgrade of Cluster API that would break installed extensions is noticed before it",
    ["doctorUpgrade", "names what changes with each release, and hooks that it does not know"],
    ["doctorUpgrade", "reads a cluster, and leaves out what its release has already"],
  ),
  "versions/own-hooks": shown(
    "others define hooks of their own with the same tools, and find extensions that have them",
    ["hookVersions", "checks the bounds of its own hook"],
    ["hookVersions", "leaves out hooks that the caller does not know"],
    ["hookVersions", "a caller finds each handler once, with the versions that both know"],
  ),
  "versions/metadata": shown(
    "the catalog is a value that knows of each hook its types, since when it exists, and whether it blocks",
    ["catalog", "the catalog has every defined hook, unchanged, with its path"],
    ["emitCatalog", "a hook becomes data with its path, typed by its request and response"],
    { in: "hookEntry", type: "HookEntry" },
  ),
  "versions/folders": notOurs(
    "each version of a hook has its folder with Go types",
    "the layout is that of Go; TypeScript types of a version are in packages/api/src/hooks/v1alpha1",
  ),
  "versions/declared": shown(
    "a version declares its group, its hooks, and the types of their requests and responses",
    { in: "hookGroup", type: "hooksApiVersion" },
    ["upstream", "there are the same 17 paths and 133 components"],
  ),
  "document/one": shown(
    "one OpenAPI 3.0 document describes all hooks of a release",
    ["documents", "the whole document is upstream's, but for what was reviewed"],
    ["upstream", "there are the same 17 paths and 133 components"],
  ),
  "document/profiles": shown(
    "the profile `upstream` is that of Cluster API, `strict` says what the wire demands; both become types again",
    ["strictDocument", "beyond that, both documents have the same hooks and components"],
    ["strictDocument", "every hook has the timeout, a body that is required, and answers that are errors"],
    ["roundTrip", "those of the profile strict do, and the type of the variable builtin"],
    ["roundTrip", "those of the profile upstream do, with enums as strings"],
  ),
  "document/post": shown(
    "a hook is one POST with a JSON request and a JSON response",
    ["emitOpenapi", "the path and the operation are derived"],
    ["allHooks", "discovery lists all of them"],
  ),
  "document/schemas": shown(
    "the schemas of request and response are part of a hook",
    ["hookSchemas", "$name has schemas of its request and its response"],
    ["upstream", "%s"],
  ),
  "document/control": shown(
    "what an extension can hold back is part of the definition of its hook",
    ["define", "types: what a handler is given, and what it may answer"],
    ["answerCall", "retryAfter of a hook that cannot block"],
    { in: "handlers", type: "BlockingResult" },
  ),
  "document/released": notOurs(
    "the document is among the files of a release of Cluster API, and shown in its book",
    "Cluster API releases it; ours is in @capstan/api",
  ),
};

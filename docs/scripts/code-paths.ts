// The three paths through the code that architecture.md shows. A step is a symbol and the folder that declares it; file and line
// are found in the sources, so that moved code needs a new run of `generate` and nothing else.

/** One step of a path. */
export interface CodeStep {
  /** A function or class, or `Class.member`. */
  readonly symbol: string;
  /** The folder whose sources declare it. */
  readonly in: string;
  readonly does: string;
}

const cli = "packages/cli";
const model = "generators/model";
const crd = "generators/crd";
const client = "packages/client";
const operator = "packages/operator";
const kit = "packages/controller-kit";
const serve = "packages/serve";
const extension = "packages/extension-kit";

/** The paths, by the name of their region in the page. */
export const codePaths: Readonly<Record<string, readonly CodeStep[]>> = {
  "a JSDoc tag to YAML": [
    { symbol: "ProjectGenerator.generate", in: cli, does: "runs the steps below for one project" },
    { symbol: "findSources", in: cli, does: "finds the files that may hold the API" },
    { symbol: "parseSource", in: model, does: "reads a file's declarations, each with its comments" },
    { symbol: "readDefinitions", in: model, does: "finds the `define*` calls, whose types are read" },
    { symbol: "readProperties", in: model, does: "reads the fields of a type" },
    { symbol: "readComment", in: model, does: "splits a doc comment into description and tags" },
    { symbol: "parseTagValue", in: model, does: "reads a tag's value by the grammar of the tag table" },
    { symbol: "checkTags", in: model, does: "reports tags that do not fit the type they are on" },
    { symbol: "emitAll", in: cli, does: "passes the model to every emitter, `emitCrds` first" },
    { symbol: "crdKinds", in: crd, does: "groups the definitions of the model by kind" },
    { symbol: "crdVersion", in: crd, does: "builds one version of a CRD" },
    { symbol: "objectSchema", in: crd, does: "builds the schema of an object's fields" },
    { symbol: "applyTags", in: crd, does: "writes each tag into the schema" },
    { symbol: "assembleCrd", in: crd, does: "adds names, labels and annotations" },
    { symbol: "checkContract", in: "packages/contract", does: "checks the schema against the Cluster API contract" },
    { symbol: "checkCrd", in: "packages/schema", does: "checks the CRD by the rules of the API server" },
    { symbol: "emitYaml", in: "packages/schema", does: "writes the CRD as YAML" },
    { symbol: "writeFiles", in: model, does: "writes the files that changed, or compares them with `--check`" },
  ],
  "a watch event to a patch": [
    { symbol: "Transport.stream", in: client, does: "opens the watch and returns its bytes" },
    { symbol: "WatchParser.add", in: client, does: "splits the bytes into events" },
    { symbol: "Reflector.#apply", in: operator, does: "puts each event into the store" },
    { symbol: "Store.put", in: operator, does: "keeps the newest version of an object and notifies its informer" },
    { symbol: "Informer.#notify", in: operator, does: "calls the handlers of the controllers that watch the kind" },
    { symbol: "wireWatches", in: operator, does: "maps the object to the keys to reconcile" },
    { symbol: "WorkQueue.add", in: operator, does: "queues a key once, by priority and time" },
    { symbol: "Controller.#pump", in: operator, does: "takes a key when a worker is free" },
    {
      symbol: "Controller.#cacheIsCurrent",
      in: operator,
      does: "waits until the cache has seen the controller's own writes",
    },
    { symbol: "Controller.#run", in: operator, does: "calls the reconcile function and counts what it returns" },
    {
      symbol: "addController",
      in: kit,
      does: "is that function for a provider: it adds services and readers, and runs a pass",
    },
    { symbol: "runPass", in: kit, does: "reads the object and its owner" },
    { symbol: "ownedPass", in: kit, does: "stops a paused object; adds the finalizer" },
    { symbol: "attempt", in: kit, does: "checks the gates and calls the author's `reconcile` or `delete`" },
    { symbol: "applyOutcome", in: kit, does: "writes the author's result into the object's status" },
    {
      symbol: "sendExitPatch",
      in: kit,
      does: "sends the differences: metadata and spec, then status, then conditions",
    },
    { symbol: "RunClient", in: operator, does: "remembers what was written" },
    { symbol: "Transport.send", in: client, does: "sends the patch, with retries" },
  ],
  "a TLS socket to a hook's answer": [
    { symbol: "startServer", in: serve, does: "listens with the certificate and the limits" },
    { symbol: "routeTable", in: serve, does: "finds the route of a request" },
    { symbol: "hookRoutes", in: extension, does: "has a route for discovery and one for each handler" },
    {
      symbol: "serveCall",
      in: extension,
      does: "takes body and timeout from the request; the answer has status 200 always",
    },
    { symbol: "NodeServeRequest.body", in: serve, does: "reads the body, up to its limit" },
    {
      symbol: "answerCall",
      in: extension,
      does: "validates the request and calls the author's handler before its deadline",
    },
    { symbol: "toResponse", in: extension, does: "turns the author's result into the hook's response" },
    { symbol: "writeResponse", in: serve, does: "writes the response" },
  ],
};

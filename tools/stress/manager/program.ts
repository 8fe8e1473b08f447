// The manager under stress: one kind on @capstan/operator, whose reconciles write what they saw into the status. Run without the condition
// @capstan/source, so that it stands on the built packages.
import { formatKey } from "@capstan/kube";
import { formatDuration, runOperator } from "@capstan/operator";
import { backlogControllers } from "./backlog.ts";
import { churnController } from "./churn.ts";
import { openRecord, writeLongestTurn } from "./record.ts";
import { tasks } from "./tasks.ts";
import { moveWallClockAtSignals } from "./wall-clock.ts";
import { Widget } from "./widget.ts";

moveWallClockAtSignals();

await runOperator({
  name: "stress",
  // A manager is given more time than this to stop.
  manager: { shutdownTimeout: "10s" },
  flags: {
    account: { kind: "string", default: "", help: "the name of this manager" },
    record: { kind: "string", default: "", help: "file for the begin and the end of each reconcile" },
    timeout: { kind: "duration", default: "60s", help: "timeout of a reconcile" },
    backlog: {
      kind: "string",
      default: "0",
      help: "keys of each controller without I/O; their report is RECORD.backlog",
    },
    churn: { kind: "string", default: "0", help: "new keys of each round; their report is RECORD.churn" },
  },
  setup(manager, { flags: { account, record, timeout, backlog, churn } }) {
    const note = openRecord(record);
    writeLongestTurn(`${record}.turn`);
    manager.addController({
      name: "widget",
      for: Widget,
      concurrency: 8,
      timeout: formatDuration(timeout),
      async reconcile(key, context) {
        const widget = context.cache.get(Widget, key);
        if (widget === undefined) {
          note(`absent ${formatKey(key)}`);
          return undefined;
        }
        note(`begin ${formatKey(key)}`);
        try {
          const { task = "write", account: only = account } = widget.spec;
          return await tasks[only === account ? task : "write"](widget, context);
        } finally {
          note(`end ${formatKey(key)}`);
        }
      },
    });
    const keys = Number(backlog);
    if (keys > 0)
      for (const controller of backlogControllers(keys, `${record}.backlog`)) manager.addController(controller);
    if (Number(churn) > 0) manager.addController(churnController(Number(churn), `${record}.churn`));
  },
});

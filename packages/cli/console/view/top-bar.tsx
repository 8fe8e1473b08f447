// The top of the page: which session this is and how it is, the pages, faults and the switch of the colors.
import { useComputed } from "@preact/signals";
import type { VNode } from "preact";
import { badgeOf, type Connection } from "../model/badge.ts";
import { chosen, connection, facts, history, moment, page, trace, type PageName } from "../model/session.ts";
import { nextProblem, shownObjects } from "../model/next-problem.ts";
import { countStates } from "../model/ownership.ts";
import { switchTheme, theme, type Theme } from "../model/theme.ts";
import { Counts } from "./counts.tsx";
import { Faults } from "./faults.tsx";
import { longRuns, Running } from "./running.tsx";
import { Tabs } from "./tabs.tsx";

const connections: Readonly<Record<Connection, string>> = {
  connecting: "connecting",
  live: "",
  lost: "connection lost, trying again",
  ended: "capstan dev has ended",
  denied: "open the address that capstan dev printed: it has the token",
};

const themes: Readonly<Record<Theme, string>> = { system: "◐", light: "☀", dark: "☾" };

function Brand(): VNode {
  return (
    <span class="brand">
      <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
        <path class="arch" d="M4 28V17a12 12 0 0 1 24 0v11h-6V17a6 6 0 0 0-12 0v11z" />
        <path class="stone" d="M12.4 3h7.2l-1.8 8.4h-3.6z" />
      </svg>
      <h1>{facts.value?.project ?? "capstan dev"}</h1>
      <Badge />
    </span>
  );
}

/** How the project is; it leads to what is wrong. */
function Badge(): VNode | null {
  if (facts.value === undefined) return null;
  const { words, look } = badgeOf(facts.value, connection.value);
  return (
    <button
      type="button"
      class={`process ${look}`}
      title="Show the log, with what is wrong"
      aria-label={`The project: ${words}. Show the log`}
      onClick={() => (page.value = "log")}
    >
      {words}
    </button>
  );
}

/** A line below the top: a lost connection, an error or a warning of the project, or reconciles that run for long. */
function Notice(): VNode | null {
  const words = connections[connection.value];
  const [error] = facts.value?.errors ?? [];
  const [warning] = facts.value?.warnings ?? [];
  if (words !== "")
    return (
      <p class="banner" role="alert">
        {words}
      </p>
    );
  const runs = longRuns();
  if (page.value === "log") return null;
  if (error === undefined && runs.length > 0) return <Running runs={runs} look="banner" />;
  const shown = error ?? warning;
  if (shown === undefined) return null;
  return (
    <p class={`banner ${error === undefined ? "" : "bad"}`} role="alert">
      <button type="button" onClick={() => (page.value = "log")}>
        {shown.split("\n", 1)[0]}
      </button>
    </p>
  );
}

/** Chooses the next object that failed, and shows it. */
export function showNextProblem(): void {
  chosen.value = nextProblem(history.rows.values(), chosen.value) ?? chosen.value;
  page.value = "cluster";
}

/** The top of the page. */
export function TopBar(): VNode {
  const counts = useComputed(() => {
    void moment.value;
    return countStates(shownObjects(history.rows.values()));
  });
  const kinds = useComputed(() => {
    const tally = { run: 0, hook: 0 };
    for (const record of trace.value) if (record.type === "run" || record.type === "hook") tally[record.type] += 1;
    return tally;
  });
  const items = [
    { name: "cluster", title: "Cluster" },
    { name: "reconciles", title: "Reconciles", count: kinds.value.run },
    { name: "hooks", title: "Hooks", count: kinds.value.hook },
    { name: "log", title: "Log" },
  ] as const satisfies readonly { readonly name: PageName; readonly title: string; readonly count?: number }[];
  return (
    <>
      <header class="top">
        <Brand />
        <Tabs label="pages" items={items} current={page.value} choose={(name) => (page.value = name)} />
        <button
          type="button"
          class="top-counts"
          title="The objects of the tree, without those of the system. A click shows the next one that failed  e"
          onClick={showNextProblem}
        >
          <Counts counts={counts.value} words />
        </button>
        <Faults />
        <button
          type="button"
          class="icon"
          onClick={switchTheme}
          aria-label={`Colors: ${theme.value}`}
          title={`Colors: ${theme.value}  t`}
        >
          {themes[theme.value]}
        </button>
      </header>
      <Notice />
    </>
  );
}

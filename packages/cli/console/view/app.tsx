// The page as a whole: the top, the objects with the chosen one beside them, and the time at the bottom. Some keys work everywhere.
import { signal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { readObject } from "../model/server-calls.ts";
import { chosen, chosenRow, connection, facts, history, page, trace, travel, type PageName } from "../model/session.ts";
import { switchTheme } from "../model/theme.ts";
import { Detail } from "./detail.tsx";
import { Editor } from "./editor.tsx";
import { Hooks } from "./hooks.tsx";
import { Log } from "./log.tsx";
import { Messages } from "./messages.tsx";
import { Picture } from "./picture.tsx";
import { PlayedRoles } from "./played.tsx";
import { Reconciles } from "./reconciles.tsx";
import { TimeBar } from "./time-bar.tsx";
import { showNextProblem, TopBar } from "./top-bar.tsx";
import { search, Tree } from "./tree.tsx";

const layout: Signal<"tree" | "picture"> = signal<"tree" | "picture">("tree");
/** The YAML with which a new object begins; undefined while none is made. */
const creating: Signal<string | undefined> = signal(undefined);

/** Where there is nothing to begin with. */
const template = `apiVersion: v1
kind: ConfigMap
metadata:
  name: example
  namespace: default
data: {}
`;

/** A new object begins as one like the chosen one, or like one that the project reconciles. */
async function create(): Promise<void> {
  const kinds = new Set(trace.value.flatMap((record) => (record.type === "run" ? [record.kind] : [])));
  const like = chosenRow.value ?? [...history.rows.values()].find(({ kind }) => kinds.has(kind));
  const signal = AbortSignal.timeout(3000);
  const detail =
    like === undefined ? undefined : await readObject(like.id, history.lastSeq, signal).catch(() => undefined);
  creating.value = detail?.copy ?? template;
}

/** What keys do anywhere but in a field. */
const shortcuts: Readonly<Record<string, () => void>> = {
  "/": () => document.getElementById("search")?.focus(),
  t: switchTheme,
  g: () => (layout.value = layout.value === "tree" ? "picture" : "tree"),
  n: () => void create(),
  e: showNextProblem,
  l: () => travel((rows) => rows.goLive()),
  "[": () => travel((rows) => rows.step(-1)),
  "]": () => travel((rows) => rows.step(1)),
  "1": () => (page.value = "cluster"),
  "2": () => (page.value = "reconciles"),
  "3": () => (page.value = "hooks"),
  "4": () => (page.value = "log"),
};

function onKey(event: KeyboardEvent): void {
  const { target } = event;
  const fields = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement];
  const isField = fields.some((field) => target instanceof field);
  if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
  const shortcut = shortcuts[event.key];
  if (shortcut === undefined) return;
  event.preventDefault();
  shortcut();
}

function Objects(): VNode {
  const canCreate = facts.value?.actions.includes("apply") === true && connection.value !== "ended";
  return (
    <section class="objects" aria-label="Objects">
      <div class="objects-head">
        <input
          id="search"
          type="search"
          placeholder="Search   /"
          aria-label="Search objects"
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        />
        <div class="choice" role="group" aria-label="Layout">
          <button type="button" aria-pressed={layout.value === "tree"} onClick={() => (layout.value = "tree")}>
            Tree
          </button>
          <button type="button" aria-pressed={layout.value === "picture"} onClick={() => (layout.value = "picture")}>
            Picture
          </button>
        </div>
        {canCreate && (
          <button type="button" onClick={() => void create()} title="A new object, like the chosen one  n">
            New
          </button>
        )}
      </div>
      {layout.value === "tree" ? <Tree /> : <Picture />}
      <PlayedRoles />
    </section>
  );
}

function Cluster(): VNode {
  return (
    <div class={`cluster ${layout.value} ${chosen.value === "" && creating.value === undefined ? "" : "with-detail"}`}>
      <Objects />
      {creating.value !== undefined ? (
        <section class="detail" aria-label="New object">
          <header class="detail-head">
            <div class="detail-title">
              <h2>New object</h2>
            </div>
          </header>
          <Editor initial={{ yaml: creating.value }} close={() => (creating.value = undefined)} />
        </section>
      ) : (
        <Detail />
      )}
    </div>
  );
}

const pages: Readonly<Record<PageName, () => VNode>> = {
  cluster: () => <Cluster />,
  reconciles: () => <Reconciles />,
  hooks: () => <Hooks />,
  log: () => <Log />,
};

/** The page. */
export function App(): VNode {
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div class="app">
      <TopBar />
      <main class="body">
        <div class="panel-of-pages" id="panel-pages" role="tabpanel" aria-labelledby={`tab-pages-${page.value}`}>
          {pages[page.value]()}
        </div>
      </main>
      <TimeBar />
      <Messages />
    </div>
  );
}

// An editor of YAML: while one types, the server checks the document against the definition of its kind, and each problem is shown at its line.
import { useSignal, type Signal } from "@preact/signals";
import type { RefObject, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { YamlProblem, YamlRequest } from "../../src/console/wire.ts";
import { applyYaml, checkYaml } from "../model/server-calls.ts";
import { tell } from "./messages.tsx";

/** What is done with the document. */
export interface EditorWork {
  /** The name of the document, and what the button does. */
  readonly name: string;
  readonly does: string;
  readonly check: (yaml: string) => Promise<readonly YamlProblem[]>;
  /** Returns what is wrong; without an error the editor closes, unless it stays. */
  readonly write: (yaml: string) => Promise<readonly YamlProblem[]>;
  readonly stays: boolean;
}

/** What is edited, and what happens afterwards. */
export interface EditorProps {
  readonly initial: YamlRequest;
  readonly close: () => void;
  /** Default: objects are written. */
  readonly work?: EditorWork;
  /** Where others change the document, too. */
  readonly shared?: Signal<string>;
}

/** Writes objects. */
function objectWork(initial: YamlRequest): EditorWork {
  return {
    name: "YAML of the object",
    does: "Apply",
    check: async (yaml) => (await checkYaml(yaml)).problems,
    write: async (yaml) => {
      const { problems, written } = await applyYaml({ ...initial, yaml });
      if (written.length > 0) tell({ ok: true, message: written.join("; ") });
      return problems;
    },
    stays: false,
  };
}

const checkAfterMs = 250;

interface Checking {
  readonly text: string;
  readonly check: EditorWork["check"];
  readonly onAnswer: (problems: readonly YamlProblem[]) => void;
}

/** Checks what was typed after a moment without typing; an answer that is late is dropped. */
function useCheck({ text, check, onAnswer }: Checking): void {
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      check(text).then(
        (problems) => current && onAnswer(problems),
        () => undefined,
      );
    }, checkAfterMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
}

function Gutter({ lines, problems }: { lines: number; problems: readonly YamlProblem[] }): VNode {
  const worst = new Map(problems.map(({ line, severity }) => [line, severity]));
  for (const { line, severity } of problems) if (severity === "error") worst.set(line, "error");
  return (
    <div class="gutter" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class={worst.get(index + 1) ?? ""}>
          {index + 1}
        </div>
      ))}
    </div>
  );
}

function Problem({ problem, goTo }: { problem: YamlProblem; goTo: (line: number) => void }): VNode {
  const { line, column, message, help, severity } = problem;
  return (
    <li class={severity}>
      {line > 0 && (
        <button type="button" class="place" onClick={() => goTo(line)}>
          {line}:{column}
        </button>
      )}
      <span>{message}</span>
      {help !== "" && <span class="help">{help}</span>}
    </li>
  );
}

/** The start of a line in a string. */
function offsetOf(text: string, line: number): number {
  return text
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, 0);
}

/** Selects a line, in sight. */
function select(area: HTMLTextAreaElement, line: number): void {
  const start = offsetOf(area.value, line);
  const end = offsetOf(area.value, line + 1) - 1;
  area.focus();
  area.setSelectionRange(start, Math.max(start, Math.min(end, area.value.length)));
  scrollTo(area, line);
}

const lineHeight = 20;

function scrollTo(area: HTMLTextAreaElement, line: number): void {
  area.scrollTop = Math.max(0, (line - 4) * lineHeight);
}

/** Brings a line into sight, unless the one at which somebody types would leave it. */
function reveal(area: HTMLTextAreaElement, line: number): void {
  const rows = area.clientHeight / lineHeight;
  const typed = area.value.slice(0, area.selectionStart).split("\n").length;
  const top = area.scrollTop / lineHeight;
  const isInSight = line > top && line <= top + rows - 1;
  if (!isInSight && Math.abs(line - typed) < rows - 5) scrollTo(area, Math.min(line, typed));
}

/** The first line with an error; 0 when there is none. */
function firstError(problems: readonly YamlProblem[]): number {
  const lines = problems.flatMap(({ severity, line }) => (severity === "error" && line > 0 ? [line] : []));
  return lines.length === 0 ? 0 : Math.min(...lines);
}

/** Spaces instead of a change of focus; after Escape, Tab moves again. */
function indent(area: HTMLTextAreaElement): void {
  area.setRangeText("  ", area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

interface EditorTextProps {
  readonly name: string;
  readonly text: string;
  readonly problems: readonly YamlProblem[];
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly change: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The document with the numbers of its lines. */
function EditorText({ name, text, problems, area, change, onKeyDown }: EditorTextProps): VNode {
  const gutter = useRef<HTMLDivElement>(null);
  return (
    <div class="editor-text">
      <div class="gutter-box" ref={gutter}>
        <Gutter lines={text.split("\n").length} problems={problems} />
      </div>
      <textarea
        ref={area}
        value={text}
        spellcheck={false}
        autocomplete="off"
        wrap="off"
        aria-label={name}
        aria-describedby="problems"
        onInput={(event) => change(event.currentTarget.value)}
        onScroll={(event) => {
          if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** What the buttons below the document show and do. */
interface EditorActionsProps {
  readonly does: string;
  readonly busy: boolean;
  readonly problems: readonly YamlProblem[];
  /** Whether a second Escape, or a click, discards what was typed. */
  readonly leaving: boolean;
  readonly cancel: RefObject<HTMLButtonElement | null>;
  readonly apply: () => void;
  readonly close: () => void;
  readonly stay: () => void;
  readonly goTo: (line: number) => void;
}

function EditorActions(props: EditorActionsProps): VNode {
  const { does, busy, problems, leaving, cancel, apply, close, stay, goTo } = props;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const line = firstError(problems);
  const words = errors === 0 ? "No errors" : `${errors} ${errors === 1 ? "error" : "errors"}`;
  return (
    <div class="editor-actions">
      <button type="button" class="primary" disabled={busy || errors > 0} onClick={apply}>
        {does} <kbd>Ctrl ↵</kbd>
      </button>
      <button
        type="button"
        ref={cancel}
        class={leaving ? "alarm" : ""}
        onClick={close}
        onBlur={stay}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          close();
        }}
      >
        {leaving ? "Discard changes" : "Cancel"} <kbd>{leaving ? "Esc again" : "Esc"}</kbd>
      </button>
      {line > 0 ? (
        <button type="button" class="alarm" onClick={() => goTo(line)}>
          {words}: line {line}
        </button>
      ) : (
        <span class="quiet">{words}</span>
      )}
    </div>
  );
}

/** The state of an editor, and what its keys do. */
function useEditor({ initial, close, shared, work = objectWork(initial) }: EditorProps): {
  readonly work: EditorWork;
  readonly text: Signal<string>;
  readonly problems: Signal<readonly YamlProblem[]>;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly goTo: (line: number) => void;
  readonly apply: () => void;
  readonly busy: Signal<boolean>;
} {
  const own = useSignal(initial.yaml);
  const text = shared ?? own;
  const problems = useSignal<readonly YamlProblem[]>([]);
  const busy = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const goTo = (line: number): void => {
    if (area.current !== null && line > 0) select(area.current, line);
  };
  const onAnswer = (found: readonly YamlProblem[]): void => {
    const [before, line] = [firstError(problems.value), firstError(found)];
    problems.value = found;
    if (line > 0 && line !== before && area.current !== null) reveal(area.current, line);
  };
  useCheck({ text: text.value, check: work.check, onAnswer });
  // Before the next key, which a fast hand presses before the effects of a frame run.
  useLayoutEffect(() => area.current?.focus(), []);
  const write = async (): Promise<void> => {
    busy.value = true;
    try {
      const found = await work.write(text.value);
      problems.value = found;
      if (found.some(({ severity }) => severity === "error")) goTo(firstError(found));
      else if (!work.stays) close();
    } catch (caught) {
      tell({ ok: false, message: String(caught) });
    } finally {
      busy.value = false;
    }
  };
  return { work, text, problems, area, goTo, apply: () => void write(), busy };
}

/** The editor. */
export function Editor(props: EditorProps): VNode {
  const { initial, close } = props;
  const { work, text, problems, area, goTo, apply, busy } = useEditor(props);
  const leaving = useSignal(false);
  const cancel = useRef<HTMLButtonElement>(null);
  // What was typed is not lost by one key: the first Escape leaves the document, so that Tab moves again.
  const leave = (): void => {
    if (text.value === initial.yaml) return close();
    leaving.value = true;
    cancel.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) apply();
    else if (event.key === "Escape") leave();
    else if (event.key === "Tab" && !event.shiftKey && area.current !== null) indent(area.current);
    else return;
    event.preventDefault();
  };
  return (
    <section class="editor" aria-label="Edit YAML">
      <EditorText
        {...{ name: work.name, text: text.value, problems: problems.value, area, onKeyDown }}
        change={(next) => (text.value = next)}
      />
      <ul class="problems" id="problems" aria-live="polite">
        {problems.value.map((problem, index) => (
          <Problem key={index} problem={problem} goTo={goTo} />
        ))}
      </ul>
      <EditorActions
        {...{ busy: busy.value, problems: problems.value, leaving: leaving.value, cancel, apply, close, goTo }}
        does={work.does}
        stay={() => (leaving.value = false)}
      />
    </section>
  );
}

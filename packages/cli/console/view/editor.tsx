// An editor of YAML: while one types, the server checks the document against the definition of its kind, and each problem is shown at its line.
import { useSignal } from "@preact/signals";
import type { RefObject, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { YamlAnswer, YamlProblem, YamlRequest } from "../../src/console/wire.ts";
import { applyYaml, checkYaml } from "../model/server-calls.ts";
import { tell } from "./messages.tsx";

/** What is edited, and what happens afterwards. */
export interface EditorProps {
  readonly initial: YamlRequest;
  readonly close: () => void;
}

const checkAfterMs = 250;

interface Checking {
  readonly text: string;
  readonly onAnswer: (answer: YamlAnswer) => void;
}

/** Checks what was typed after a moment without typing; an answer that is late is dropped. */
function useCheck({ text, onAnswer }: Checking): void {
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      checkYaml(text).then(
        (answer) => current && onAnswer(answer),
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

/** Puts the cursor at the start of a line, in sight. */
function select(area: HTMLTextAreaElement, line: number): void {
  const start = offsetOf(area.value, line);
  const end = offsetOf(area.value, line + 1) - 1;
  area.focus();
  area.setSelectionRange(start, Math.max(start, Math.min(end, area.value.length)));
  area.scrollTop = Math.max(0, (line - 4) * 20);
}

/** Spaces instead of a change of focus; after Escape, Tab moves again. */
function indent(area: HTMLTextAreaElement): void {
  area.setRangeText("  ", area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

interface EditorTextProps {
  readonly text: string;
  readonly problems: readonly YamlProblem[];
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly change: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The document with the numbers of its lines. */
function EditorText({ text, problems, area, change, onKeyDown }: EditorTextProps): VNode {
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
        aria-label="YAML of the object"
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

/** The editor. */
export function Editor({ initial, close }: EditorProps): VNode {
  const text = useSignal(initial.yaml);
  const problems = useSignal<readonly YamlProblem[]>([]);
  const busy = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useCheck({ text: text.value, onAnswer: (answer) => (problems.value = answer.problems) });
  useEffect(() => area.current?.focus(), []);
  const apply = async (): Promise<void> => {
    busy.value = true;
    try {
      const answer = await applyYaml({ ...initial, yaml: text.value });
      problems.value = answer.problems;
      if (answer.written.length > 0) tell({ ok: true, message: answer.written.join("; ") });
      if (!answer.problems.some(({ severity }) => severity === "error")) close();
    } catch (caught) {
      tell({ ok: false, message: String(caught) });
    } finally {
      busy.value = false;
    }
  };
  // What was typed is not lost by one key: the first Escape leaves the document, so that Tab moves again.
  const leave = (): void => {
    if (text.value === initial.yaml) close();
    else cancel.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void apply();
    else if (event.key === "Escape") leave();
    else if (event.key === "Tab" && !event.shiftKey && area.current !== null) indent(area.current);
    else return;
    event.preventDefault();
  };
  const errors = problems.value.filter(({ severity }) => severity === "error").length;
  const goTo = (line: number): void => {
    if (area.current !== null) select(area.current, line);
  };
  return (
    <section class="editor" aria-label="Edit YAML">
      <EditorText
        {...{ text: text.value, problems: problems.value, area, onKeyDown }}
        change={(next) => (text.value = next)}
      />
      <ul class="problems" id="problems" aria-live="polite">
        {problems.value.map((problem, index) => (
          <Problem key={index} problem={problem} goTo={goTo} />
        ))}
      </ul>
      <div class="editor-actions">
        <button type="button" class="primary" disabled={busy.value || errors > 0} onClick={() => void apply()}>
          Apply <kbd>Ctrl ↵</kbd>
        </button>
        <button type="button" ref={cancel} onClick={close} onKeyDown={({ key }) => key === "Escape" && close()}>
          Cancel <kbd>Esc</kbd>
        </button>
        <span class="quiet">{errors === 0 ? "No errors" : `${errors} ${errors === 1 ? "error" : "errors"}`}</span>
      </div>
    </section>
  );
}

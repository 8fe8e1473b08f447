// A call of a hook made again: the request is edited as YAML, its variables in a form, too, and the new answer stands beside the first.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CallDetail, ShownAnswer, VariableField } from "../../src/call/shown-call.ts";
import { callAgain, checkCall, setVariable } from "../model/server-calls.ts";
import { Answer } from "./answer.tsx";
import { Editor, type EditorWork } from "./editor.tsx";
import { tell } from "./messages.tsx";
import { VariablesForm, type VariablesFormProps } from "./variables-form.tsx";

/** What is edited, and what happens afterwards. */
export interface CallAgainProps {
  readonly call: CallDetail;
  readonly close: () => void;
}

/** The page of it. */
export function CallAgain({ call, close }: CallAgainProps): VNode {
  const { id, request, answer: first, masked } = call;
  const text = useSignal(request);
  const fields = useSignal<readonly VariableField[]>([]);
  const again = useSignal<ShownAnswer | undefined>(undefined);
  /** What was typed into the form is in the request before it is sent. */
  const setting = useRef<Promise<void>>(Promise.resolve());
  const answers = useRef<HTMLDivElement>(null);
  // The editor may leave no room for them.
  useEffect(() => {
    if (again.value !== undefined) answers.current?.scrollIntoView({ block: "nearest" });
  }, [again.value]);
  const work: EditorWork = {
    name: "YAML of the request",
    does: "Call",
    stays: true,
    check: async (yaml) => {
      const checked = await checkCall(id, yaml);
      fields.value = checked.fields;
      return checked.problems;
    },
    write: async () => {
      await setting.current;
      const { problems, answer } = await callAgain(id, text.value);
      if (answer !== undefined) again.value = answer;
      return problems;
    },
  };
  const change: VariablesFormProps["set"] = (path, value) => {
    const set = async (): Promise<void> => {
      const { yaml, problem } = await setVariable(text.value, path, value);
      if (problem === "") text.value = yaml;
      else tell({ ok: false, message: `${path.join(".")}: ${problem}` });
    };
    setting.current = setting.current.then(set).catch((error: unknown) => tell({ ok: false, message: String(error) }));
  };
  return (
    <div class="call-again">
      <div class="call-request">
        {masked && <p class="notice">Secrets of the request are masked: write their values to call with them.</p>}
        {fields.value.length > 0 && <VariablesForm fields={fields.value} set={change} />}
        <Editor initial={{ yaml: request }} shared={text} work={work} close={close} />
      </div>
      <div class="answers" ref={answers}>
        <Answer title="First answer" answer={first} />
        {again.value === undefined ? (
          <section class="shown-answer none">
            <p class="quiet">Change the request, and call: the answer is shown here.</p>
          </section>
        ) : (
          <Answer title="New answer" answer={again.value} />
        )}
      </div>
    </div>
  );
}

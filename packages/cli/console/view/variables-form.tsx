// The variables of a request as a form, made from what the extension declares. It changes the YAML of the request, of which it shows the values.
import type { VNode } from "preact";
import type { VariableField } from "../../src/call/shown-call.ts";

/** What the form shows and calls. */
export interface VariablesFormProps {
  readonly fields: readonly VariableField[];
  /** The value as YAML; without one the field is left out. */
  readonly set: (path: readonly string[], value: string | undefined) => void;
}

interface InputProps {
  readonly id: string;
  readonly field: VariableField;
  readonly set: (value: string | undefined) => void;
}

/** A string of JSON without its quotes. */
function label(choice: string): string {
  const value: unknown = JSON.parse(choice);
  return typeof value === "string" ? value : choice;
}

function Choice({ id, field, set }: InputProps): VNode {
  const { type, choices, value = "", default: preset } = field;
  const all = type === "boolean" ? ["true", "false"] : choices;
  const none = preset === undefined ? "not set" : `not set: ${label(preset)}`;
  return (
    <select
      id={id}
      aria-describedby={`${id}-help`}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
    >
      <option value="">{none}</option>
      {all.map((each) => (
        <option key={each} value={each}>
          {label(each)}
        </option>
      ))}
      {value !== "" && !all.includes(value) && <option value={value}>{value}</option>}
    </select>
  );
}

/** What was typed is set when the field is left, and with Enter. */
function Typed({ id, field, set }: InputProps): VNode {
  const { type, value = "", default: preset = "" } = field;
  const change = (typed: string): void => {
    if (typed === "") set(undefined);
    else set(type === "string" ? JSON.stringify(typed) : typed);
  };
  const common = { id, "aria-describedby": `${id}-help`, value, placeholder: preset, spellcheck: false } as const;
  if (type === "yaml")
    return (
      <textarea
        {...common}
        rows={Math.min(6, Math.max(2, value.split("\n").length))}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    );
  return (
    <input
      {...common}
      type="text"
      autocomplete="off"
      inputMode={type === "number" ? "decimal" : "text"}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

function Field({ field, set }: { field: VariableField; set: InputProps["set"] }): VNode {
  const { path, type, description, limits, required } = field;
  const id = `variable-${path.join(".")}`;
  const Input = type === "choice" || type === "boolean" ? Choice : Typed;
  const help = [description, limits, type === "yaml" ? "as YAML" : ""].filter((part) => part !== "");
  return (
    <div class="variable">
      <label for={id}>
        {path.join(".")} {required && <span class="quiet">required</span>}
      </label>
      <Input id={id} field={field} set={set} />
      <p class="quiet" id={`${id}-help`}>
        {help.join(" · ")}
      </p>
    </div>
  );
}

/** The form. */
export function VariablesForm({ fields, set }: VariablesFormProps): VNode {
  return (
    <section class="variables" aria-label="Variables">
      {fields.map((field) => (
        <Field key={field.path.join(".")} field={field} set={(value) => set(field.path, value)} />
      ))}
    </section>
  );
}

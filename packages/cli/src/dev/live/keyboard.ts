// The keys that a person presses on a terminal, one after the other. The terminal sends each at once, Ctrl-C too.
import { emitKeypressEvents, type Key } from "node:readline";

/** The terminal's side of the input. */
export interface KeyInput extends NodeJS.ReadableStream {
  setRawMode(raw: boolean): unknown;
}

/** Calls a function with the name of each key, such as `a`, `?`, `up`, `pagedown` or `ctrl-c`, until the returned function is called; the terminal then reads lines again. */
export function onKeys(input: KeyInput, press: (name: string) => void): () => void {
  emitKeypressEvents(input);
  const pressed = (typed: string | undefined, key: Key): void => {
    // Escape and a key soon after it come as one key.
    if (key.meta === true && key.name !== "escape") press("escape");
    const name = nameOf(typed, key);
    if (name !== "") press(name);
  };
  input.on("keypress", pressed);
  input.setRawMode(true);
  input.resume();
  return () => {
    input.off("keypress", pressed);
    input.setRawMode(false);
    input.pause();
  };
}

/** A character as it was typed, or the name of a key that types none. */
function nameOf(typed: string | undefined, { name = "", ctrl = false }: Key): string {
  if (ctrl) return `ctrl-${name}`;
  const isCharacter = typed !== undefined && typed.length === 1 && typed > " " && typed < "\u007F";
  return isCharacter ? typed : name;
}

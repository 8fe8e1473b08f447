// Lines of a list that are buttons are one stop of the Tab key: arrows go from line to line.
import { useSignal } from "@preact/signals";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** For the list around the lines. A virtual list has more lines than are in sight, so that the next one exists. */
export function moveFocus(event: KeyboardEvent): void {
  const { target } = event;
  const step = steps[event.key];
  if (step === undefined || !(target instanceof HTMLElement)) return;
  const lines = [...(target.parentElement?.children ?? [])];
  const next = lines[Math.min(Math.max(lines.indexOf(target) + step, 0), lines.length - 1)];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** What makes a line of such a list the stop, or none. */
export interface LineFocus {
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
}

/** The stop is the line that had the focus last, or the first one. New lines come first: a line keeps its place from the end. */
export function useLineFocus(count: number): (index: number) => LineFocus {
  const fromEnd = useSignal<number | undefined>(undefined);
  const stop = fromEnd.value === undefined ? 0 : Math.max(0, count - fromEnd.value);
  return (index) => ({ tabIndex: index === stop ? 0 : -1, onFocus: () => (fromEnd.value = count - index) });
}

// Light, dark, or as the system has it: the switch goes through the three, and the browser remembers it.
import { signal, type Signal } from "@preact/signals";

/** The choices in the order of the switch. */
export type Theme = "system" | "light" | "dark";

const next: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };
const storageKey = "capstan-theme";

export const theme: Signal<Theme> = signal<Theme>("system");

function use(value: Theme): void {
  theme.value = value;
  document.documentElement.dataset["theme"] = value;
}

/** Uses what was chosen last. */
export function restoreTheme(): void {
  const kept = localStorage.getItem(storageKey);
  use(kept === "light" || kept === "dark" ? kept : "system");
}

/** Goes to the next choice. */
export function switchTheme(): void {
  use(next[theme.value]);
  localStorage.setItem(storageKey, theme.value);
}

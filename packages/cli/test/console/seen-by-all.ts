// Whether people with weak eyes, or without a mouse, can use what the page shows: the rules of axe-core, and its arithmetic of colors for
// signs, lines and content of style sheets, which its rules leave out.
import axe from "axe-core";
import type { Page } from "puppeteer-core";

/** A sign, by its selector; a pseudo element, the property with its color, and the least contrast. */
type Sign = readonly [selector: string, property: string, least: number, pseudo?: string];

/** What WCAG 2.2 wants: 3 for graphic signs and the borders of fields (1.4.11), 4.5 for words and numbers (1.4.3). */
const signs: readonly Sign[] = [
  [".glyph .fill", "fill", 3],
  [".glyph .stroke", "stroke", 3],
  [".glyph.plain .track", "stroke", 3],
  [".twist:not(.none)", "borderLeftColor", 3, "::after"],
  [".picture .link", "stroke", 3],
  [".box.failed > rect", "stroke", 3],
  [".box.busy > rect", "stroke", 3],
  [".legend i", "backgroundColor", 3],
  [".time-bar:not(.past) .track rect", "fill", 3],
  [".live", "borderTopColor", 3, "::before"],
  [".span.good", "backgroundColor", 3],
  [".changes > li", "backgroundColor", 3, "::before"],
  [".knob", "backgroundColor", 3],
  ["input", "borderTopColor", 3],
  [".editor-text", "borderTopColor", 3],
  [".yaml-line", "color", 4.5, "::before"],
  [".fields del", "color", 4.5, "::before"],
  [".fields ins", "color", 4.5, "::before"],
  [".gutter .error", "color", 4.5, "::before"],
  [".problems .help", "color", 4.5, "::before"],
];

/** Runs in the page, beside axe-core: the contrast of a color of an element with the opaque ground behind it. */
const contrastInPage = `
  globalThis.contrastOf = (element, property = "color", pseudo = "") => {
    const { Color, flattenColors, getContrast } = axe.commons.color;
    const parse = (text) => { const color = new Color(); color.parseString(text); return color; };
    const layers = [];
    for (let at = element; at !== null && layers.at(-1)?.alpha !== 1; at = at.parentElement) {
      const box = at.matches(".box-words, .box > .glyph") ? at.closest(".box").querySelector(":scope > rect:last-of-type") : null;
      const isItself = at === element && property === "backgroundColor" && pseudo === "";
      layers.push(isItself ? parse("transparent") : parse(box === null ? getComputedStyle(at).backgroundColor : getComputedStyle(box).fill));
    }
    const ground = layers.reduceRight((below, layer) => flattenColors(layer, below));
    const ink = parse(getComputedStyle(element, pseudo)[property]);
    for (let at = element; at !== null; at = at.parentElement) ink.alpha *= Number(getComputedStyle(at).opacity);
    if (pseudo !== "") ink.alpha *= Number(getComputedStyle(element, pseudo).opacity);
    return getContrast(ground, flattenColors(ink, ground));
  };
`;

/** Runs in the page: a line for each element that a rule of axe-core finds, or whose contrast is too low. Where axe-core cannot know the ground of words, as in the picture, it is computed. */
const problemsInPage = `(async () => {
  const found = [];
  const name = (element) => element.outerHTML.slice(0, 120);
  const isSeen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  // A name of a box is whole for readers of the screen, and cut where it is drawn.
  const rules = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: false } };
  const { violations, incomplete } = await axe.run(document, { rules, elementRef: true, resultTypes: ["violations", "incomplete"] });
  for (const { id, nodes } of violations)
    for (const { element, any, all, none } of nodes) found.push([id, ...[...any, ...all, ...none].map(({ message }) => message), name(element)].join(": "));
  // The cluster lives: what has left the page meanwhile has no colors.
  for (const { element, any } of incomplete.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes)) {
    if (!element.isConnected) continue;
    const least = any.some(({ data }) => data?.messageKey === "nonBmp") ? 3 : 4.5;
    const contrast = contrastOf(element);
    if (!(contrast >= least)) found.push("contrast of words " + contrast.toFixed(2) + ": " + name(element));
  }
  const seen = new Set();
  for (const [selector, property, least, pseudo] of ${JSON.stringify(signs)})
    for (const element of [...document.querySelectorAll(selector)].filter(isSeen)) {
      const contrast = contrastOf(element, property, pseudo);
      const line = [selector, pseudo, property, contrast.toFixed(2), "of", least].join(" ");
      if (!(contrast >= least)) seen.add(line);
    }
  return JSON.stringify([...found, ...seen]);
})()`;

/** Runs in the page: what is cut off at an edge, or has to be scrolled sideways to be seen. Code keeps its lines, a picture its size, and what ends with an ellipsis says so. */
const sidewaysInPage = `(() => {
  const mayScroll = "pre, textarea, .picture, .gutter-box, .wrong";
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!(element instanceof HTMLElement) || !element.checkVisibility() || element.closest(mayScroll) !== null) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width === 0 || style.clipPath !== "none") continue;
    const isWider = element.scrollWidth > element.clientWidth + 1 && style.display !== "inline";
    const isCut = style.overflowX !== "visible" && style.textOverflow !== "ellipsis";
    if (box.right > innerWidth + 0.5 || box.left < -0.5 || (isWider && isCut)) found.push(element.outerHTML.slice(0, 120));
  }
  return JSON.stringify(found);
})()`;

async function linesOf(page: Page, script: string): Promise<readonly string[]> {
  const lines: readonly string[] = JSON.parse(String(await page.evaluate(script)));
  return lines;
}

/** Puts axe-core into a page. */
export async function prepareMeasure(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate(contrastInPage);
}

/** What some people could not see or use. */
export const barriersOf = (page: Page): Promise<readonly string[]> => linesOf(page, problemsInPage);

/** What a narrow page hides. */
export const hiddenSideways = (page: Page): Promise<readonly string[]> => linesOf(page, sidewaysInPage);

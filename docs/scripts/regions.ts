// Generated parts of pages written by hand: everything between `<!-- generated: <name> -->` and `<!-- end of <name> -->`.

/** A page with each region's content replaced; throws for a region that the page lacks, or one that nothing fills. */
export function fillRegions(page: string, regions: Readonly<Record<string, string>>): string {
  let filled = page;
  for (const [name, content] of Object.entries(regions)) {
    const [begin, end] = markers(name);
    const [from, to] = [filled.indexOf(begin), filled.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the page has no region between ${begin} and ${end}`);
    filled = `${filled.slice(0, from + begin.length)}\n\n${content}\n\n${filled.slice(to)}`;
  }
  for (const [, name = ""] of page.matchAll(/<!-- generated: (.+?) -->/g)) {
    if (!Object.hasOwn(regions, name)) throw new Error(`nothing generates the region "${name}"`);
  }
  return filled;
}

function markers(name: string): readonly [string, string] {
  return [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`];
}

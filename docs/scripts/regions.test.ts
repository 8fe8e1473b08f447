// Generated regions of pages: found, replaced, and rejected when they are not closed.
import { expect, it } from "vitest";
import { fillRegions } from "./regions.ts";

const page = "# Page\n\n<!-- generated: a -->\n\nold\n\n<!-- end of a -->\n\nText.\n";

it("replaces what stands between the markers", () => {
  expect(fillRegions(page, { a: "new" })).toBe(page.replace("old", "new"));
});

const rejected = [
  {
    name: "a page without the region",
    regions: { a: "", b: "" },
    want: "the page has no region between <!-- generated: b --> and <!-- end of b -->",
  },
  { name: "a region that nothing fills", regions: {}, want: 'nothing generates the region "a"' },
];

for (const { name, regions, want } of rejected) {
  it(`rejects ${name}`, () => {
    expect(() => fillRegions(page, regions)).toThrow(want);
  });
}

// Packages that a page tells its reader to install.
import { expect, test } from "vitest";
import { installedBy } from "./problems.ts";

test.each([
  { page: "```sh\nnpm install @capstan/client @capstan/kube\n```", want: ["@capstan/client", "@capstan/kube"] },
  { page: "`npm install --save-dev @capstan/testenv`, then", want: ["@capstan/testenv"] },
  { page: "    npm install vitest\n", want: [] },
])("$page", ({ page, want }) => {
  expect(installedBy(page)).toEqual(want);
});

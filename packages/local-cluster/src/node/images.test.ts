// The local command of an image.
import { expect, test } from "vitest";
import { findImage, shortName } from "./images.ts";

const names = [
  { given: "manager", want: "manager" },
  { given: "example.test/team/manager:v1", want: "manager" },
  { given: "example.test:5000/manager", want: "manager" },
  { given: "example.test/manager@sha256:00ff", want: "manager" },
  { given: "example.test:5000/manager:v1@sha256:00ff", want: "manager" },
];
for (const { given, want } of names) {
  test(`the short name of ${given} is ${want}`, () => expect(shortName(given)).toBe(want));
}

const images = {
  manager: { command: "short" },
  "example.test/team/manager": { command: "named" },
  "example.test/team/manager:v2": { command: "tagged" },
};
const lookups = [
  { given: "example.test/team/manager:v2", want: "tagged" },
  { given: "example.test/team/manager:v1", want: "named" },
  { given: "other.test/manager:v1", want: "short" },
];
for (const { given, want } of lookups) {
  test(`${given} runs the ${want} command`, () => expect(findImage(images, given).command).toBe(want));
}

test("an unknown image is an error that names those known", () => {
  expect(() => findImage(images, "example.test/other:v1")).toThrow(
    expect.objectContaining({
      message:
        'no local command for the image "example.test/other:v1"; known images are manager, example.test/team/manager, example.test/team/manager:v2',
      help: 'add "other" to `images`',
    }),
  );
});

test.each(["constructor", "example.test/toString:v1", "__proto__"])("%s is an unknown image", (image) => {
  expect(() => findImage(images, image)).toThrow(/^no local command for the image/);
});

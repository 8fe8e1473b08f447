// Where an arrow key leads in the picture: to the owner, to what is owned, or to the box above or below.
import type { Picture, PictureBox } from "./picture-layout.ts";

/** The box with the least distance in height. */
function nearest(boxes: readonly PictureBox[], { y }: PictureBox): PictureBox | undefined {
  return boxes.toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0];
}

/** The box that a key leads to; undefined when there is none, and for other keys. */
export function boxBeside({ boxes, links }: Picture, box: PictureBox, key: string): PictureBox | undefined {
  const column = boxes.filter(({ x }) => x === box.x);
  const ways: Readonly<Record<string, () => readonly PictureBox[]>> = {
    ArrowLeft: () => links.filter(({ to }) => to === box).map(({ from }) => from),
    ArrowRight: () => links.filter(({ from }) => from === box).map(({ to }) => to),
    ArrowUp: () => column.filter(({ y }) => y < box.y),
    ArrowDown: () => column.filter(({ y }) => y > box.y),
  };
  return nearest(ways[key]?.() ?? [], box);
}

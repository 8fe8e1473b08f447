// A list of which only the lines in sight are in the document: thousands of lines cost what a screen of them costs.
import type { ComponentChild, RefObject, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** What is listed, and how. */
export interface VirtualListProps {
  readonly count: number;
  readonly height: number;
  readonly line: (index: number) => ComponentChild;
  /** The line to keep in sight; -1 for none. */
  readonly active?: number;
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Lines above and below those in sight, so that none is missing while scrolling. */
const extra = 12;

interface Window {
  readonly top: number;
  readonly height: number;
}

function useWindow(box: RefObject<HTMLDivElement | null>): Window {
  const [view, setView] = useState<Window>({ top: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const read = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, []);
  return view;
}

/** The list; it scrolls in itself. */
export function VirtualList(props: VirtualListProps): VNode {
  const { count, height, line, active = -1 } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useWindow(box);
  useEffect(() => {
    const element = box.current;
    if (element === null || active < 0) return;
    const [top, bottom] = [active * height, (active + 1) * height];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }, [active, height]);
  const first = Math.max(0, Math.floor(view.top / height) - extra);
  const last = Math.min(count, Math.ceil((view.top + view.height) / height) + extra);
  return (
    <div class={`virtual ${props.class ?? ""}`} ref={box} {...props.attributes}>
      <div class="virtual-space" style={{ height: `${count * height}px` }} role="presentation">
        <div style={{ transform: `translateY(${first * height}px)` }} role="presentation">
          {Array.from({ length: Math.max(0, last - first) }, (_, index) => line(first + index))}
        </div>
      </div>
    </div>
  );
}

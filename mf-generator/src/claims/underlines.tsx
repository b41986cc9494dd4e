import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Found } from './place-claims.ts';

/** What decides where a line of the text ends. In their long forms: browsers give no short one for some fonts. */
const LIKE_THE_AREA = [
  'direction',
  'fontFamily',
  'fontFeatureSettings',
  'fontKerning',
  'fontSize',
  'fontStretch',
  'fontStyle',
  'fontVariationSettings',
  'fontVariantNumeric',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'overflowWrap',
  'paddingBottom',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'tabSize',
  'textAlign',
  'textIndent',
  'textRendering',
  'wordBreak',
  'wordSpacing',
] as const;
/** A line more or less is one that ends elsewhere. */
const SAME_HEIGHT_PX = 4;

/**
 * The text once more above its text area, unseen but for the lines under what was found in it. Where the browser breaks
 * lines otherwise than in the area, nothing is underlined: the list below says it all.
 */
export function Underlines({
  area,
  text,
  found,
}: {
  area: HTMLTextAreaElement;
  text: string;
  found: readonly Found[];
}) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const cover = () => {
      if (layer.current !== null) coverArea(layer.current, area);
    };
    const follow = () => {
      if (layer.current !== null) layer.current.scrollTop = area.scrollTop;
    };
    cover();
    const observer = new ResizeObserver(cover);
    observer.observe(area);
    area.addEventListener('scroll', follow);
    return () => {
      observer.disconnect();
      area.removeEventListener('scroll', follow);
    };
  }, [area, text, found]);

  return (
    <div
      ref={layer}
      aria-hidden
      dir="auto"
      className={
        'pointer-events-none absolute overflow-hidden whitespace-pre-wrap text-transparent ' +
        'forced-color-adjust-none select-none'
      }
    >
      {withLines(text, found)}
      {/* A last line that is empty has its height in an area, and none elsewhere. */}
      {'\u200B'}
    </div>
  );
}

/** Looks like an underlined word: for the text, and where it is explained. */
export const UNDERLINED = 'underline decoration-warn decoration-2 underline-offset-3';

function withLines(text: string, found: readonly Found[]): ReactNode[] {
  let at = 0;
  const parts = found.flatMap(({ start, end }) => {
    const before = text.slice(at, start);
    at = end;
    return [
      before,
      <span key={start} data-at={start} className={UNDERLINED}>
        {text.slice(start, end)}
      </span>,
    ];
  });
  return [...parts, text.slice(at)];
}

function coverArea(layer: HTMLElement, area: HTMLTextAreaElement): void {
  const style = getComputedStyle(area);
  for (const name of LIKE_THE_AREA) layer.style[name] = style[name];
  layer.style.left = `${area.offsetLeft + area.clientLeft}px`;
  layer.style.top = `${area.offsetTop + area.clientTop}px`;
  layer.style.width = `${area.clientWidth}px`;
  layer.style.height = `${area.clientHeight}px`;
  layer.scrollTop = area.scrollTop;
  const isAlike = Math.abs(layer.scrollHeight - area.scrollHeight) <= SAME_HEIGHT_PX;
  layer.style.visibility = isAlike ? 'visible' : 'hidden';
}

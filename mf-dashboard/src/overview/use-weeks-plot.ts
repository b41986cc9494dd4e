import type { DashboardTrend } from '@pagecast/api/contract';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { PlotColours, WeeksPlot } from './weeks-plot.ts';

/**
 * Draws the weeks into an element and keeps the drawing true to its width and to the theme. The plotting code comes
 * when it is needed; `failed` when it did not come.
 * @param colours read from the page at each drawing, because a token is a pair of colours until an element wears it
 */
export function useWeeksPlot(
  element: RefObject<HTMLElement | null>,
  weeks: DashboardTrend['weeks'],
  {
    isWanted,
    colours,
    onPoint,
  }: {
    isWanted: boolean;
    colours: () => PlotColours;
    onPoint: (week: number | null) => void;
  },
): 'loading' | 'drawn' | 'failed' {
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');
  const latest = useRef({ colours, onPoint });
  useEffect(() => {
    latest.current = { colours, onPoint };
  });

  useEffect(() => {
    const root = element.current;
    if (root === null || !isWanted) return;
    const stopped = new AbortController();
    let plot: WeeksPlot | undefined;
    const sizeOf = () => ({ width: root.clientWidth, height: root.clientHeight });

    const begin = async () => {
      const { drawWeeks } = await import('./weeks-plot.ts');
      if (stopped.signal.aborted) return;
      const draw = () => {
        plot?.destroy();
        const { colours: read, onPoint } = latest.current;
        plot = drawWeeks(root, { weeks, colours: read(), size: sizeOf(), onPoint });
      };
      draw();
      setState('drawn');

      const themes = new MutationObserver(draw);
      themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
      window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw, { signal: stopped.signal });
      const sizes = new ResizeObserver(() => plot?.resize(sizeOf()));
      sizes.observe(root);
      stopped.signal.addEventListener('abort', () => {
        themes.disconnect();
        sizes.disconnect();
      });
    };
    begin().catch((error: unknown) => {
      console.error('The chart could not be drawn; its table stands in', error);
      setState('failed');
    });

    return () => {
      stopped.abort();
      plot?.destroy();
    };
  }, [element, weeks, isWanted]);

  return state;
}

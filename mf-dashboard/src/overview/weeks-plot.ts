import type { DashboardTrend } from '@pagecast/api/contract';
// Before uPlot, which reads it at once.
import './valid-language.ts';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { dayLabel } from './week-label.ts';

/** Colours as a canvas understands them: resolved, not the pair of a token. */
export interface PlotColours {
  posts: string;
  engagement: string;
  text: string;
  grid: string;
  surface: string;
}
export interface WeeksPlot {
  resize(size: { width: number; height: number }): void;
  destroy(): void;
}

/** uPlot's `BarsPathBuilderFacetUnit.Color`: an enum of its types only. */
const COLOUR_UNIT = 3;
const STEPS = [1, 2, 5]
  .flatMap((step) => [0, 1, 2, 3, 4, 5, 6, 7].map((power) => step * 10 ** power))
  .sort((one, other) => one - other);
/** Below this width every second week is named. */
const ROOMY = 480;
const FONT = "12px 'Inter Variable', system-ui, sans-serif";
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

/**
 * Draws posts as bars and engagement as a line, each on an axis of its own. `onPoint` hears which week is pointed at,
 * or null.
 */
export function drawWeeks(
  element: HTMLElement,
  {
    weeks,
    colours,
    size,
    onPoint,
  }: {
    weeks: DashboardTrend['weeks'];
    colours: PlotColours;
    size: { width: number; height: number };
    onPoint: (week: number | null) => void;
  },
): WeeksPlot {
  const last = weeks.length - 1;
  // A top that is never 0. The bars get less of the height, so that the line runs above them rather than across.
  const upTo =
    (room: number) =>
    (_plot: uPlot, _low: number, high: number): [number, number] => [0, Math.max(4, high * room)];
  const reactions = weeks.map(({ engagement }) => engagement);
  const plot = new uPlot(
    {
      ...size,
      padding: [12, 0, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, range: [-0.5, last + 0.5] },
        posts: { range: upTo(1.5) },
        engagement: { range: upTo(1.1) },
      },
      axes: axesOf(weeks, colours),
      series: seriesOf(weeks, colours),
      hooks: { setCursor: [(self) => onPoint(self.cursor.idx ?? null)] },
    },
    [weeks.map((_, index) => index), weeks.map(({ posts }) => posts), reactions, reactions],
    element,
  );

  return { resize: (next) => plot.setSize(next), destroy: () => plot.destroy() };
}

type Weeks = DashboardTrend['weeks'];

function axesOf(weeks: Weeks, colours: PlotColours): uPlot.Axis[] {
  const last = weeks.length - 1;
  const axis = { stroke: colours.text, font: FONT, ticks: { show: false }, gap: 6 };
  return [
    {
      ...axis,
      size: 28,
      grid: { show: false },
      splits: () => weeks.map((_, index) => index),
      values: (self) =>
        weeks.map(({ start }, index) => (self.width >= ROOMY || (last - index) % 2 === 0 ? dayLabel(start) : '')),
    },
    {
      ...axis,
      scale: 'posts',
      size: 40,
      grid: { stroke: colours.grid, width: 1 },
      incrs: STEPS,
      space: 44,
      values: (_, values) => values.map((value) => COMPACT.format(value)),
    },
    {
      ...axis,
      scale: 'engagement',
      side: 1,
      size: 44,
      grid: { show: false },
      incrs: STEPS,
      space: 44,
      values: (_, values) => values.map((value) => COMPACT.format(value)),
    },
  ];
}

function seriesOf(weeks: Weeks, colours: PlotColours): uPlot.Series[] {
  const last = weeks.length - 1;
  return [
    {},
    {
      scale: 'posts',
      fill: colours.posts,
      width: 0,
      points: { show: false },
      // What is not over yet is paler.
      ...(uPlot.paths.bars && {
        paths: uPlot.paths.bars({
          size: [0.6, 44],
          radius: 0.12,
          disp: {
            fill: {
              unit: COLOUR_UNIT,
              values: () => weeks.map((_, index) => (index === last ? withAlpha(colours.posts, 0.45) : colours.posts)),
            },
          },
        }),
      }),
    },
    // Sets the line off where it crosses a bar.
    { scale: 'engagement', stroke: colours.surface, width: 6, points: { show: false } },
    {
      scale: 'engagement',
      stroke: colours.engagement,
      width: 2,
      points: { show: true, size: 8, width: 2, stroke: colours.engagement, fill: colours.surface },
    },
  ];
}

/** `rgb(1, 2, 3)` -> `rgba(1, 2, 3, 0.5)`; any other way to say a colour stays as it is. */
function withAlpha(colour: string, alpha: number): string {
  return colour.startsWith('rgb(') ? colour.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`) : colour;
}

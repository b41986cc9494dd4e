import type { listVersionFigures } from '@pagecast/api/contract';
import type { CallOutput } from '@pagecast/shell/kit';

export type VersionFigures = CallOutput<typeof listVersionFigures>[number];

/** One line of the comparison, with how each version does in it. */
export interface FigureLine {
  readonly label: string;
  /** What the label means, for those who know it by another name. */
  readonly title?: string;
  readonly say: (figures: VersionFigures) => string;
}

const NONE = '–';
const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });

export const FIGURE_LINES: readonly FigureLine[] = [
  { label: 'Views', say: ({ views }) => whole(views) },
  {
    label: 'Errors per 1,000 views',
    say: (figures) => withPeople(perThousand(figures.errors, figures), figures.peopleWithErrors),
  },
  {
    label: 'Failed calls per 1,000 views',
    say: (figures) => withPeople(perThousand(figures.failedCalls, figures), figures.peopleWithFailedCalls),
  },
  { label: 'Main content appears within', title: 'LCP', say: ({ lcpMs }) => duration(lcpMs) },
  { label: 'Responds within', title: 'INP', say: ({ inpMs }) => duration(inpMs) },
  {
    label: 'Layout shift',
    title: 'CLS',
    say: ({ cls }) => (cls === null ? NONE : cls.toLocaleString('en', { maximumFractionDigits: 3 })),
  },
];

/** What is worth a look without opening the comparison. */
export function figureSummary(figures: VersionFigures | undefined): string {
  if (figures === undefined) return 'no visits to this version yet';
  const { views, errors, failedCalls } = figures;
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? `no ${many}` : `${whole(count)} ${count === 1 ? one : many}`;
  return [
    counted(views, 'view', 'views'),
    counted(errors, 'error', 'errors'),
    counted(failedCalls, 'failed call', 'failed calls'),
  ].join(' · ');
}

/** Without views there is nothing to compare with. */
function perThousand(count: number, { views }: VersionFigures): string {
  if (views === 0) return count === 0 ? NONE : `${whole(count)} in all`;
  const value = (count * 1000) / views;
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function withPeople(value: string, people: number): string {
  if (people === 0) return value;
  return `${value} (${whole(people)} ${people === 1 ? 'person' : 'people'})`;
}

function duration(ms: number | null): string {
  if (ms === null) return NONE;
  return ms < 1000 ? `${whole(ms)} ms` : `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
}

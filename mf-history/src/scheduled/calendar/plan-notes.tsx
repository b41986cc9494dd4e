import { SPACING_MINUTES, type CalendarPost } from '@pagecast/api/contract';
import { cn } from '@pagecast/shell/kit';
import { CalendarX2, Clock, FoldVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortDay } from './calendar-days.ts';
import type { ClockChange } from './clock-changes.ts';
import type { MarkOf } from './post-marks.ts';

/** Pages that are named before the rest is only counted. */
const NAMED = 8;

/** What is worth a look in this period, each a step to the next such place, and which colour is whose. */
export function PlanNotes({
  posts,
  published,
  hidesPublished,
  onHidePublished,
  timeZone,
  clockChanges,
  collisions,
  gaps,
  markOf,
  onCollision,
  onGap,
  onPage,
}: {
  /** null while they are on their way. */
  posts: readonly CalendarPost[] | null;
  /** How many of the period are out. */
  published: number;
  hidesPublished: boolean;
  onHidePublished: (hides: boolean) => void;
  timeZone: string;
  clockChanges: readonly ClockChange[];
  collisions: number;
  gaps: number;
  markOf: MarkOf;
  onCollision: () => void;
  onGap: () => void;
  onPage: (facebookPageId: number) => void;
}) {
  const pages = [...new Map((posts ?? []).map((post) => [post.facebookPageId, post])).values()]
    .map((post) => ({ id: post.facebookPageId, ...markOf(post) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="text-ink-soft">
        {posts === null ? 'Loading posts' : countsOf(posts.length, hidesPublished ? null : published)}, times in{' '}
        {timeZone}
      </p>
      <label className="inline-flex min-h-6 items-center gap-1.5 text-ink-soft pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={!hidesPublished}
          onChange={(event) => onHidePublished(!event.currentTarget.checked)}
          className="size-4 accent-accent"
        />
        Show published posts
      </label>
      {clockChanges.map(({ day, before, after }) => (
        <p key={day} className="inline-flex items-center gap-1.5 text-ink-soft">
          <Clock aria-hidden className="size-3.5" />
          Clocks change on {shortDay(day)}, {before} to {after}
        </p>
      ))}
      {collisions > 0 && (
        <Step
          icon={<FoldVertical aria-hidden />}
          onStep={onCollision}
          hint={`Less than ${SPACING_MINUTES} minutes from another post of the same page. Go to the next one.`}
        >
          {collisions.toLocaleString('en')} posts less than {SPACING_MINUTES} min apart
        </Step>
      )}
      {gaps > 0 && (
        <Step icon={<CalendarX2 aria-hidden />} onStep={onGap} hint="Go to the next one." isQuiet>
          {gaps} empty {gaps === 1 ? 'day' : 'days'}
        </Step>
      )}
      {pages.length > 0 && (
        <ul aria-label="Pages" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {pages.slice(0, NAMED).map(({ id, name, letters, chip }) => {
            const words = (
              <>
                <span aria-hidden className={cn('rounded-sm px-1 text-xs font-semibold text-accent-ink', chip)}>
                  {letters}
                </span>
                <span className="max-w-[min(10rem,50vw)] truncate">{name}</span>
              </>
            );
            return (
              <li key={id ?? name}>
                {id === null ? (
                  <span className="inline-flex min-h-6 items-center gap-1.5 text-ink-soft">{words}</span>
                ) : (
                  <button
                    type="button"
                    title={`Show only ${name}`}
                    onClick={() => onPage(id)}
                    className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-ink-soft hover:text-ink pointer-coarse:min-h-11"
                  >
                    {words}
                  </button>
                )}
              </li>
            );
          })}
          {pages.length > NAMED && <li className="text-ink-soft">and {pages.length - NAMED} more</li>}
        </ul>
      )}
    </div>
  );
}

function Step({
  icon,
  onStep,
  hint,
  isQuiet = false,
  children,
}: {
  icon: ReactNode;
  onStep: () => void;
  hint: string;
  isQuiet?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      title={hint}
      onClick={onStep}
      className={cn(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium hover:underline pointer-coarse:min-h-11 [&_svg]:size-3.5',
        isQuiet ? 'bg-sunken text-ink-soft' : 'bg-warn-soft text-warn',
      )}
    >
      {icon}
      {children}
      <span className="sr-only">. {hint}</span>
    </button>
  );
}

/** '3 planned, 2 published'. @param published null where they are hidden */
function countsOf(planned: number, published: number | null): string {
  if (published === null) return `${planned.toLocaleString('en')} planned`;
  return `${planned.toLocaleString('en')} planned, ${published.toLocaleString('en')} published`;
}

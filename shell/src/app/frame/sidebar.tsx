import type { NavEntry } from '@pagecast/api/contract';
import { CircleUserRound } from 'lucide-react';
import { cn, Link, Tooltip, useMediaQuery } from '../../kit/index.ts';
import { Logo } from './logo.tsx';
import { NavIcon } from '../remotes/nav-icon.tsx';

export interface SidebarProps {
  entries: readonly NavEntry[];
  current: string | undefined;
  /** Posts that failed or were missed. */
  waiting: number;
  onIntent: (path: string) => void;
  onNavigate?: (() => void) | undefined;
}

/** Where what waits on the person is dealt with. Source: spec section 2. */
const ATTENTION_PATH = '/scheduled';

/** Icons from 768 px, with names from 1280 px; below 768 px the drawer has its place. */
export function Sidebar(props: SidebarProps) {
  const isNarrow = useMediaQuery('(min-width: 768px) and (max-width: 1279.98px)');
  return (
    <aside
      className={
        'sticky top-0 hidden h-dvh w-16 shrink-0 flex-col border-r border-line bg-surface md:flex print:hidden ' +
        'xl:w-62'
      }
    >
      <SidebarContent {...props} isNarrow={isNarrow} />
    </aside>
  );
}

export function SidebarContent({
  entries,
  current,
  waiting,
  onIntent,
  onNavigate,
  isNarrow,
  isDrawer = false,
}: SidebarProps & { isNarrow: boolean; isDrawer?: boolean }) {
  const wide = nameStyles(isDrawer);
  return (
    <>
      <div
        className={cn(
          'flex h-14 shrink-0 items-center gap-3 px-4',
          !isDrawer && 'md:max-xl:justify-center md:max-xl:px-0',
        )}
      >
        <Logo />
        <div className={wide}>
          <p className="font-semibold">Pagecast</p>
          <p className="text-xs text-ink-soft">Post Scheduler</p>
        </div>
      </div>
      <nav aria-label="Main" className="grow overflow-y-auto p-2 xl:p-3">
        <ul className="flex flex-col gap-1">
          {entries.map((entry) => (
            <li key={entry.to}>
              <NavLink
                entry={entry}
                isCurrent={entry.to === current}
                waiting={entry.to === ATTENTION_PATH ? waiting : 0}
                onIntent={onIntent}
                onNavigate={onNavigate}
                isNarrow={isNarrow}
                isDrawer={isDrawer}
              />
            </li>
          ))}
        </ul>
      </nav>
      <div
        className={cn(
          'flex shrink-0 items-center gap-3 border-t border-line p-4',
          !isDrawer && 'md:max-xl:justify-center md:max-xl:px-0',
        )}
      >
        <CircleUserRound aria-hidden className="size-6 shrink-0 text-ink-soft" />
        <div className={wide}>
          <p className="text-sm font-medium">Admin User</p>
          <p className="text-xs text-ink-soft">Administrator</p>
        </div>
      </div>
    </>
  );
}

/** @param isNarrow there is no room for its name, which a tooltip shows */
function NavLink({
  entry,
  isCurrent,
  waiting,
  onIntent,
  onNavigate,
  isNarrow,
  isDrawer,
}: Pick<SidebarProps, 'waiting' | 'onIntent' | 'onNavigate'> & {
  entry: NavEntry;
  isCurrent: boolean;
  isNarrow: boolean;
  isDrawer: boolean;
}) {
  return (
    <Tooltip label={entry.label} side="right" disabled={!isNarrow}>
      <Link
        to={entry.to}
        onClick={onNavigate}
        onPointerEnter={() => onIntent(entry.to)}
        onFocus={() => onIntent(entry.to)}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'relative flex h-10 items-center gap-3 rounded-control px-3 font-medium transition-colors duration-150 ' +
            'pointer-coarse:h-11',
          !isDrawer && 'md:max-xl:justify-center md:max-xl:px-0',
          isCurrent ? 'bg-accent-soft text-accent' : 'text-ink-soft hover:bg-sunken hover:text-ink',
        )}
      >
        <NavIcon entry={entry} />
        <span className={nameStyles(isDrawer)}>{entry.label}</span>
        {waiting > 0 && <WaitingBadge count={waiting} isDrawer={isDrawer} />}
      </Link>
    </Tooltip>
  );
}

/** Of what has no room beside icons alone. */
const nameStyles = (isDrawer: boolean) => (isDrawer ? '' : 'sr-only xl:not-sr-only');

function WaitingBadge({ count, isDrawer }: { count: number; isDrawer: boolean }) {
  return (
    <span
      className={cn(
        'ml-auto inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-bad-soft px-1.5 text-xs ' +
          'font-semibold text-bad',
        !isDrawer && 'md:max-xl:absolute md:max-xl:top-0.5 md:max-xl:right-0.5',
      )}
    >
      <span aria-hidden>{count}</span>
      <span className="sr-only">{`: ${count} need your attention`}</span>
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { cn, IconButton } from '../../kit/index.ts';
import { LateWindow } from '../../kit/runtime/late-window.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.tsx';
import { useIdle } from '../browser/use-idle.ts';
import { useReadyWhenIdle } from '../browser/use-ready-when-idle.ts';
import { notificationsQuery, waitingQuery, warningsQuery } from './queries.ts';

const BellPanel = lazyPart(async () => (await import('./bell-panel.tsx')).BellPanel);

/** What its owner has to know, one press away on every screen. */
export function Bell() {
  const isIdle = useIdle();
  useReadyWhenIdle(BellPanel);
  const unread = useQuery({ ...notificationsQuery, enabled: isIdle }).data?.unread ?? 0;
  const warnings = useQuery({ ...warningsQuery, enabled: isIdle }).data?.length ?? 0;
  const waiting = useQuery({ ...waitingQuery, enabled: isIdle }).data?.waiting ?? 0;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  return (
    <div className="relative">
      <IconButton
        ref={button}
        label={nameOf(unread, warnings, waiting)}
        icon={<BellIcon aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => BellPanel.preload()}
        onFocus={() => BellPanel.preload()}
        onClick={() => setIsOpen(!isOpen)}
      />
      <Mark unread={unread + waiting} warnings={warnings} />
      <Announcement unread={unread} />
      {isOpen && (
        <LateWindow onClose={() => setIsOpen(false)}>
          <BellPanel anchor={button} onClose={() => setIsOpen(false)} />
        </LateWindow>
      )}
    </div>
  );
}

function nameOf(unread: number, warnings: number, waiting: number): string {
  const counts = [
    ...(unread > 0 ? [`${unread.toLocaleString('en')} unread`] : []),
    ...(waiting > 0 ? [`${waiting.toLocaleString('en')} to approve`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ];
  return counts.length === 0 ? 'Notifications' : `Notifications: ${counts.join(', ')}`;
}

/** The number of what is unread or waits for approval; without any, a dot for pages that stand in the way. */
function Mark({ unread, warnings }: { unread: number; warnings: number }) {
  if (unread === 0 && warnings === 0) return null;
  return (
    <span
      aria-hidden
      className={cn(
        'pointer-events-none absolute left-[58%] flex items-center justify-center rounded-full text-xs ' +
          'leading-none font-semibold ring-2 ring-surface',
        unread > 0 ? '-top-0.5 h-4 min-w-4 bg-bad px-1 text-accent-ink' : 'top-1 size-2.5 bg-warn',
      )}
    >
      {unread > 0 && (unread > 99 ? '99+' : unread)}
    </span>
  );
}

/** Says what comes while the screen is open, and not what was there before it. */
function Announcement({ unread }: { unread: number }) {
  const [seen, setSeen] = useState(unread);
  const [text, setText] = useState('');
  if (unread !== seen) {
    setSeen(unread);
    setText(unread > seen ? `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}` : '');
  }
  return (
    <span aria-live="polite" className="sr-only">
      {text}
    </span>
  );
}

import type { Standing } from '@pagecast/api/contract';
import { formatDateTime, useTimeZone } from '@pagecast/shell/kit';
import { EyeOff, ScrollText, UserCheck } from 'lucide-react';
import { describeStanding } from './describe-standing.ts';

const ICONS = { person: UserCheck, rule: ScrollText, token: ScrollText, nobody: EyeOff };

/** Who stood for the post when it was let through. */
export function StandingNote({ standing }: { standing: Standing }) {
  const timeZone = useTimeZone();
  const Icon = ICONS[standing.kind];
  return (
    <p className="mb-5 flex gap-2 rounded-control bg-sunken px-3 py-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {describeStanding(standing, (instant) => formatDateTime(instant, timeZone))}
      </span>
    </p>
  );
}

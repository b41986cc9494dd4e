import { previewRecurrence } from '@pagecast/api/contract';
import { apiQuery, formatDateTime, reasonOf, zoneName } from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ruleOfDraft, type RecurrenceDraft } from './recurrence-draft.ts';

const PAUSE_MS = 300;
const SHOWN = 3;

/** What the chosen days mean, and what Facebook may have against them. */
export function PreviewNote({ draft, timeZone }: { draft: RecurrenceDraft; timeZone: string }) {
  const asked = useSettled(
    JSON.stringify({
      rule: ruleOfDraft(draft),
      startsOn: draft.startsOn,
      timeOfDay: draft.timeOfDay,
      timeZone,
      cooldownDays: draft.isSet ? Number(draft.cooldownDays) : null,
      textCount: draft.isSet ? draft.texts.length : 1,
      isVaried: draft.isVaried,
    }),
  );
  const { data, error } = useQuery({
    ...apiQuery(previewRecurrence, { body: JSON.parse(asked) }),
    placeholderData: keepPreviousData,
    enabled: draft.startsOn !== '' && draft.timeOfDay !== '',
  });
  return (
    <div aria-live="polite" className="flex min-h-24 flex-col gap-1 rounded-control bg-sunken p-3 text-sm">
      {error !== null && <p className="text-bad">{reasonOf(error, 'Choose other days.')}</p>}
      {error === null && data !== undefined && (
        <>
          <p className="font-medium">
            {data.words} ({zoneName(timeZone)})
          </p>
          <p className="text-ink-soft">
            Next:{' '}
            {data.next
              .slice(0, SHOWN)
              .map((at) => formatDateTime(at, timeZone))
              .join(' · ')}
          </p>
          {data.notes.map(({ code, message }) => (
            <p key={code} className="flex gap-1.5 text-warn">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {message}
            </p>
          ))}
        </>
      )}
    </div>
  );
}

/** A value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

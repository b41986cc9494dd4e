import type { AuditEntry } from '@pagecast/api/contract';
import { Time, useTimeZone } from '@pagecast/shell/kit';
import { ENVIRONMENT_WORDS } from '../parts/environment-words.ts';
import { actionWords, describeChange, type Change } from './describe-change.ts';

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const changes = describeChange(entry, useTimeZone());
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <p className="wrap-anywhere">
        <span className="font-medium">{actionWords(entry.action)}</span> <span className="text-ink-soft">·</span>{' '}
        {entry.subject}
      </p>
      <p className="text-xs text-ink-soft">
        {entry.actor.name} (<span className="font-mono">{entry.actor.facebookId}</span>)
        {entry.inPlaceOf !== null && (
          <>
            {' '}
            impersonating {entry.inPlaceOf.name} (<span className="font-mono">{entry.inPlaceOf.facebookId}</span>)
          </>
        )}
        {entry.token && ` by ${entry.token}`}
        {' · '}
        <Time instant={entry.at} relative />
        {' · '}
        {ENVIRONMENT_WORDS[entry.environment]}
        {entry.ipAddress !== null && (
          <>
            {' · '}
            <span className="font-mono">{entry.ipAddress}</span>
          </>
        )}
      </p>
      {changes.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
          {changes.map((change) => (
            <ChangeLine key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

function ChangeLine({ change: { field, before, after } }: { change: Change }) {
  return (
    <>
      <dt className="text-ink-soft">{field}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {before !== null && (
          <>
            <del className="text-ink-soft">
              <span className="sr-only">before: </span>
              {before}
            </del>{' '}
          </>
        )}
        {before !== null && after !== null && <span aria-hidden>→ </span>}
        {after !== null ? (
          <ins className="no-underline">
            <span className="sr-only">after: </span>
            {after}
          </ins>
        ) : (
          <span className="text-ink-soft">removed</span>
        )}
      </dd>
    </>
  );
}

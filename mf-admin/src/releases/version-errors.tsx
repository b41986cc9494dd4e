import { listVersionErrors, type VersionError } from '@pagecast/api/contract';
import { apiQuery, Disclosure, Loaded, Time, useEver } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const KIND_WORDS: Record<VersionError['kind'], string> = {
  render: 'While showing a screen',
  error: 'After an action',
  rejection: 'In the background',
};

/** The errors that people met in a version, read when somebody opens them. */
export function VersionErrors({ name, label, version }: { name: string; label: string; version: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useEver(isOpen);
  return (
    <Disclosure
      className="text-xs"
      onToggle={setIsOpen}
      label={
        <>
          Errors<span className="sr-only"> of {label}</span> in {version}
        </>
      }
    >
      {wasOpen && <ErrorList name={name} version={version} />}
    </Disclosure>
  );
}

function ErrorList({ name, version }: { name: string; version: string }) {
  const query = useQuery(apiQuery(listVersionErrors, { params: { name, version } }));
  return (
    <Loaded
      query={query}
      rows={2}
      empty={({ errors }) => (errors.length === 0 ? <p>No errors in the last 30 days.</p> : null)}
    >
      {({ errors, total }) => (
        <>
          <ul className="flex flex-col gap-2">
            {errors.map((error) => (
              <ErrorEntry key={error.id} error={error} />
            ))}
          </ul>
          {total > errors.length && (
            <p className="mt-1 text-ink-soft">
              The latest {errors.length} of {total} errors.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

function ErrorEntry({ error: { kind, name, message, count, people, lastAt, stack } }: { error: VersionError }) {
  return (
    <li className="flex min-w-0 flex-col gap-0.5">
      <p className="font-mono wrap-anywhere">{message === '' || message === '…' ? name : `${name}: ${message}`}</p>
      <p className="text-ink-soft">
        {KIND_WORDS[kind]} · {count.toLocaleString('en')} {count === 1 ? 'time' : 'times'}
        {people > 0 && ` · ${people.toLocaleString('en')} ${people === 1 ? 'person' : 'people'}`} ·{' '}
        <Time instant={lastAt} relative />
      </p>
      <ol className="font-mono wrap-anywhere text-ink-soft">
        {stack.map((frame, n) => (
          <li key={`${frame.source} ${frame.line} ${frame.column} ${String(n)}`}>
            {frame.source}:{frame.line}:{frame.column}
            {n === 0 && frame.code !== null && <span className="block pl-4 text-ink">{frame.code}</span>}
          </li>
        ))}
      </ol>
    </li>
  );
}

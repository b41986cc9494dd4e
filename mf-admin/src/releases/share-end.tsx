import type { ReleaseShare } from '@pagecast/api/contract';
import { Time } from '@pagecast/shell/kit';
import { endWords } from './share-words.ts';

/** What became of a share, and why; nothing while it grows. */
export function ShareEnd({ share, named = false }: { share: ReleaseShare | undefined; named?: boolean }) {
  const words = share === undefined ? null : endWords(share);
  if (share === undefined || words === null) return null;
  const { version, state, endedAt, reason } = share;
  return (
    <p className={state === 'taken-back' ? 'text-xs font-medium text-bad' : 'text-xs text-ink-soft'}>
      {named && (
        <>
          <span className="font-mono wrap-anywhere">{version}</span>:{' '}
        </>
      )}
      {words}
      {endedAt !== null && (
        <>
          {' '}
          · <Time instant={endedAt} relative />
        </>
      )}
      {reason?.message != null && <span className="block">{reason.message}</span>}
    </p>
  );
}

import { abortShare, promoteShare, SHELL, type ReleaseShare, type RemoteState } from '@pagecast/api/contract';
import { Button, ConfirmDialog, Time } from '@pagecast/shell/kit';
import { Split } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';
import { extentWords } from './share-words.ts';

interface Asked {
  readonly what: 'promote' | 'abort';
  /** As it was seen: the server refuses what has changed since. */
  readonly share: ReleaseShare;
}

/** A version that a part of all people gets, and the ways on and back. */
export function SharePanel({
  remote,
  share,
  heading,
  onMakeCurrent,
}: {
  remote: RemoteState;
  share: ReleaseShare;
  /** Of the area: takes the focus where what was pressed goes away. */
  heading: RefObject<HTMLElement | null>;
  onMakeCurrent: () => void;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { version, baseVersion, next, verdict } = share;
  const nameOf = (action: string) => `${action}: ${remote.label} ${version}`;
  return (
    <section
      aria-label={`Share of ${remote.label} ${version}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-line p-3"
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-xs [&>svg]:size-4 [&>svg]:shrink-0">
        <Split aria-hidden className="text-accent" />
        <div className="min-w-0">
          <p>
            <span className="font-mono wrap-anywhere">{version}</span> goes to{' '}
            <strong className="font-medium">{extentWords(share)}</strong>. Everyone else{' '}
            {baseVersion === null ? "doesn't see this area yet" : `gets ${baseVersion}`}.
          </p>
          {verdict != null && (
            <p className={verdict.kind === 'worse' ? 'text-bad' : 'text-ink-soft'}>{verdict.message}</p>
          )}
          {next !== null && (
            <p className="text-ink-soft">
              Next: <NextStep {...next} />.
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {next !== null && next.percent < 100 && (
          <Button size="sm" aria-label={nameOf('Next Step')} onClick={() => setAsked({ what: 'promote', share })}>
            Next Step
          </Button>
        )}
        <Button size="sm" aria-label={nameOf('Make Current')} onClick={onMakeCurrent}>
          Make Current
        </Button>
        <Button size="sm" aria-label={nameOf('Abort')} onClick={() => setAsked({ what: 'abort', share })}>
          Abort
        </Button>
      </div>
      {asked !== null && <ShareQuestion remote={remote} {...asked} heading={heading} onClose={() => setAsked(null)} />}
    </section>
  );
}

function NextStep({ percent, at }: { percent: number; at: string | null }) {
  const whom = percent === 100 ? 'everyone' : `${percent}% of people`;
  if (at === null) return <>{whom}, when you choose</>;
  return (
    <>
      {whom}, <Time instant={at} relative />
    </>
  );
}

/** Asks once more before more people, or none any more, get the version. */
function ShareQuestion({
  remote,
  what,
  share,
  heading,
  onClose,
}: Asked & { remote: RemoteState; heading: RefObject<HTMLElement | null>; onClose: () => void }) {
  const { id, version, percent, baseVersion } = share;
  const [base, step] = [baseVersion ?? 'no version', `${share.next?.percent ?? 100}% of people`];
  // After the window that closes has given the focus back.
  const focus = () => void requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }));
  const promote = useNotifiedMutation(promoteShare, {
    done: { title: 'Share Increased', description: `${remote.label} ${version} goes to ${step}.` },
    failed: 'Failed to Increase Share',
    onSuccess: focus,
    onSettled: onClose,
  });
  const abort = useNotifiedMutation(abortShare, {
    done: { title: 'Share Aborted', description: `Everyone gets ${remote.label} ${base}.` },
    failed: 'Failed to Abort Share',
    onSuccess: focus,
    onSettled: onClose,
  });
  const asking = { params: { name: remote.name }, body: { seen: { id, percent } } };
  const tabs =
    remote.name === SHELL ? 'Open tabs keep theirs until they are reloaded.' : 'Open tabs will offer to update.';
  if (what === 'promote')
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        onConfirm={() => promote.mutate(asking)}
        title={`Show ${remote.label} ${version} to ${step}?`}
        message={`People who have this version keep it, and more people get it. ${tabs} No posts are affected.`}
        confirmLabel="Next Step"
        busy={promote.isPending}
        busyLabel="Changing..."
      />
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => abort.mutate(asking)}
      destructive
      title={`Abort ${remote.label} ${version}?`}
      message={
        `Everyone gets ${base} from now on. ${tabs} Version ${version} is kept, so you can share it again. ` +
        'No posts are affected.'
      }
      confirmLabel="Abort Share"
      busy={abort.isPending}
      busyLabel="Aborting..."
    />
  );
}

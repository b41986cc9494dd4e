import { ActionBar, useTimeZone } from '@pagecast/shell/kit';
import type { Draft, Several } from '../../drafts/draft.ts';
import { describeSeveral } from './describe-several.ts';
import { withOwnTimes } from './several.ts';
import { TooClose } from './too-close.tsx';
import type { useSeveralAction } from './use-several-action.ts';

/** What will happen, the button for it, and what was asked back. */
export function SeveralAction({
  draft,
  several,
  action: { tooClose, label, isPending, send },
  onSeveral,
}: {
  draft: Draft;
  several: Several;
  action: ReturnType<typeof useSeveralAction>;
  onSeveral: (several: Several) => void;
}) {
  const timeZone = useTimeZone();
  return (
    <>
      <TooClose
        posts={tooClose}
        onFree={(times) => {
          const timed = withOwnTimes(several, times);
          onSeveral(timed);
          send({ several: timed });
        }}
        onKeep={() => send({ tooClose: 'allow' })}
      />
      <ActionBar
        description={describeSeveral(draft, several, { timeZone, now: new Date() })}
        label={label}
        busy={isPending}
        busyLabel={label === 'Schedule Post' ? 'Scheduling Post...' : 'Publishing Post...'}
        onAction={() => send()}
      />
    </>
  );
}

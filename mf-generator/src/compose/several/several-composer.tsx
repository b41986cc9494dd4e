import { ActionBar, useTimeZone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WrittenText } from '../ai-fields.tsx';
import { PostForm } from '../post-form.tsx';
import { ScheduleStrip } from '../schedule-strip.tsx';
import { useWriting } from '../use-writing.ts';
import type { DraftState } from '../../drafts/draft-state.ts';
import type { DraftStore } from '../../drafts/draft-store.ts';
import { withGenerated, type Draft, type Several } from '../../drafts/draft.ts';
import { pages } from '../../queries.ts';
import { describeSeveral } from './describe-several.ts';
import { PageVariations } from './page-variations.tsx';
import { PagesField } from './pages-field.tsx';
import { withOwnTimes } from './several.ts';
import { SpreadFields } from './spread-fields.tsx';
import { TooClose } from './too-close.tsx';
import { useSeveralAction } from './use-several-action.ts';

interface Props {
  readonly state: DraftState;
  readonly store: DraftStore;
  readonly several: Several;
}

/** One text for several pages: chosen together, each with what it has of its own. */
export function SeveralComposer({ state, store, several }: Props) {
  const { key, fields: draft } = state;
  const timeZone = useTimeZone();
  const known = useQuery(pages()).data ?? [];
  const nameOf = (pageId: string) => known.find(({ id }) => String(id) === pageId)?.name ?? 'Unknown Page';
  const [shown, setShown] = useState<string | null>(null);
  const writing = useWriting<WrittenText>({
    fallback: 'Failed to generate content',
    onWritten: (text) => store.changeOf(key, (before) => withGenerated(before, text)),
  });
  const isWriting = writing.isRunning;
  const action = useSeveralAction({ state, store, several, isWriting, nameOf, onPage: setShown });
  const change = (part: Partial<Draft>) => {
    action.forgetTooClose();
    store.change((before) => ({ ...before, ...part }));
  };

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <PostForm draft={draft} onDraft={store.change} writing={writing}>
          <PagesField
            several={several}
            onSeveral={(next) => change({ several: next })}
            onOnePage={() => change({ several: undefined, pageId: several.pages[0]?.pageId ?? '' })}
          />
        </PostForm>
        <ScheduleStrip value={draft.schedule} onValueChange={(schedule) => change({ schedule })} />
        <SpreadFields several={several} onSeveral={(next) => change({ several: next })} />
        {action.tooClose.length > 0 && (
          <TooClose
            posts={action.tooClose}
            onFree={(times) => {
              change({ several: withOwnTimes(several, times) });
              action.send({ several: withOwnTimes(several, times) });
            }}
            onKeep={() => action.send({ tooClose: 'allow' })}
          />
        )}
        <ActionBar
          description={describeSeveral(draft, several, { timeZone, now: new Date() })}
          label={action.label}
          busy={action.isPending}
          busyLabel={action.label === 'Schedule Post' ? 'Scheduling Post...' : 'Publishing Post...'}
          onAction={() => action.send()}
        />
      </div>
      <PageVariations
        draft={draft}
        several={several}
        shown={shown}
        onShown={setShown}
        nameOf={nameOf}
        onSeveral={(next) => change({ several: next })}
      />
    </div>
  );
}

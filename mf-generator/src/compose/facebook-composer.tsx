import { ActionBar, chosenPageId, describeOffline, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import type { DraftState } from '../drafts/draft-state.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { isScheduling, withGenerated, type Draft } from '../drafts/draft.ts';
import { pages } from '../queries.ts';
import type { WrittenText } from './ai-fields.tsx';
import { describeAction } from './describe-action.ts';
import { FailedTry } from './failed-try.tsx';
import { focusField } from './field-ids.ts';
import { OnePageImages } from './one-page-images.tsx';
import { OnePageField } from './one-page-field.tsx';
import { PostChecks } from './post-checks.tsx';
import { PostForm } from './post-form.tsx';
import { PostPreview } from './post-preview.tsx';
import { readPost } from './read-draft.ts';
import { ScheduleStrip } from './schedule-strip.tsx';
import { usePublishing } from './use-publishing.ts';
import { useWriting } from './use-writing.ts';

interface Props {
  readonly state: DraftState;
  readonly store: DraftStore;
  /** Hears that somebody is about to choose several pages. */
  readonly onSeveral: () => void;
}

export function FacebookComposer({ state, store, onSeveral }: Props) {
  const { key, fields } = state;
  const notify = useNotify();
  const timeZone = useTimeZone();
  const known = useQuery(pages()).data;
  const draft: Draft = { ...fields, pageId: chosenPageId(known, fields.pageId) };
  const pageName = known?.find((page) => String(page.id) === draft.pageId)?.name ?? null;
  const { publish, isPending } = usePublishing(store);
  const writing = useWriting<WrittenText>({
    fallback: 'Failed to generate content',
    onWritten: (text) => store.changeOf(key, (before) => withGenerated(before, text)),
  });
  const change = (part: Partial<Draft>) => store.change((before) => ({ ...before, ...part }));

  function handleAction() {
    if (writing.isRunning && draft.mode === 'ai')
      return notify({
        tone: 'destructive',
        title: 'Still Writing',
        description: 'Wait until the AI has finished, or stop it.',
      });
    const reading = readPost(draft, { timeZone, now: new Date() });
    if ('problem' in reading) {
      const { field, ...words } = reading.problem;
      focusField(field);
      return notify({ tone: 'destructive', ...words });
    }
    const offline = describeOffline(labelOf(draft));
    if (offline !== null) return notify(offline);
    publish({ body: reading.body, failedPostId: draft.failedPostId || null, images: draft.images, key });
  }

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <PostForm draft={draft} onDraft={store.change} writing={writing}>
          <OnePageField draft={draft} canChooseSeveral={!writing.isRunning} onNeed={onSeveral} onChange={change} />
        </PostForm>
        <OnePageImages state={state} store={store} />
        {!writing.isRunning && <PostChecks draft={draft} pageName={pageName} />}
        <ScheduleStrip
          value={draft.schedule}
          pageId={draft.pageId}
          onValueChange={(schedule) => change({ schedule })}
        />
        <LastTry draft={draft} onNewPost={() => change({ failedPostId: 0 })} />
        <ActionBar
          description={describeAction(draft, pageName, { timeZone, now: new Date() })}
          label={labelOf(draft)}
          busy={isPending}
          busyLabel={isScheduling(draft) ? 'Scheduling Post...' : 'Publishing Post...'}
          onAction={handleAction}
        />
      </div>
      <div className={BESIDE}>
        <PostPreview draft={draft} soFar={writing.soFar?.content} pageName={pageName} images={draft.images} />
      </div>
    </div>
  );
}

function LastTry({ draft: { failedPostId }, onNewPost }: { draft: Draft; onNewPost: () => void }) {
  return failedPostId === 0 ? null : <FailedTry key={failedPostId} postId={failedPostId} onNewPost={onNewPost} />;
}

const BESIDE = 'flex flex-col items-center gap-4 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto';

/** Source: spec section 2, Content Generator. */
export function labelOf(draft: Draft): string {
  return isScheduling(draft) ? 'Schedule Post' : 'Publish Now';
}

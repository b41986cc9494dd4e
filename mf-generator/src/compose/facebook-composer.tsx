import { ActionBar, LatePart, lazyPart, Skeleton } from '@pagecast/shell/kit';
import type { DraftState } from '../drafts/draft-state.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { contentOf, type Draft } from '../drafts/draft.ts';
import { OnePageImages } from './one-page-images.tsx';
import { OnePageField } from './one-page-field.tsx';
import { PostForm } from './post-form.tsx';
import { PostPreview } from './post-preview.tsx';
import { ScheduleStrip } from './schedule-strip.tsx';
import { useAction } from './use-action.ts';
import { useGenerating, type Writing } from './use-generating.ts';
import { usePageOf } from './use-page-of.ts';

/** With the first text: an empty draft has nothing to check. */
const PostChecks = /* @__PURE__ */ lazyPart(async () => (await import('./post-checks.tsx')).PostChecks);
const FailedTry = /* @__PURE__ */ lazyPart(async () => (await import('./failed-try.tsx')).FailedTry);

interface Props {
  readonly state: DraftState;
  readonly store: DraftStore;
  readonly writing: Writing;
  /** Hears that somebody is about to choose several pages. */
  readonly onSeveral: () => void;
}

export function FacebookComposer({ state, store, writing, onSeveral }: Props) {
  const { key, fields } = state;
  const { draft, shared, isTheirs, pageName } = usePageOf(fields);
  const generate = useGenerating(draft, writing);
  const isWriting = writing.isRunning && draft.mode === 'ai';
  const action = useAction(store, { draft, key, pageName, isTheirs, isWriting });
  const change = (part: Partial<Draft>) => store.change((before) => ({ ...before, ...part }));

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <PostForm draft={draft} onDraft={store.change} writing={writing}>
          <OnePageField
            draft={draft}
            shared={shared}
            isTheirs={isTheirs}
            canChooseSeveral={!writing.isRunning}
            onNeed={onSeveral}
            onChange={change}
          />
        </PostForm>
        <OnePageImages state={state} store={store} />
        {!writing.isRunning && contentOf(draft).trim() !== '' && (
          <LatePart name="Post checks">
            <PostChecks
              draft={draft}
              pageName={pageName}
              onRepair={(content) => change(draft.mode === 'ai' ? { generated: content } : { manual: content })}
              {...(draft.mode === 'ai' && { onAgain: generate })}
            />
          </LatePart>
        )}
        <ScheduleStrip
          value={draft.schedule}
          pageId={draft.pageId}
          isProposed={isTheirs}
          onValueChange={(schedule) => change({ schedule })}
        />
        {draft.failedPostId !== 0 && !isTheirs && (
          <LatePart name="This note" fallback={<Skeleton className="h-12" />}>
            <FailedTry
              key={draft.failedPostId}
              postId={draft.failedPostId}
              onNewPost={() => change({ failedPostId: 0 })}
            />
          </LatePart>
        )}
        <ActionBar {...action} />
      </div>
      <div className={BESIDE}>
        <PostPreview draft={draft} soFar={writing.soFar?.content} pageName={pageName} images={draft.images} />
      </div>
    </div>
  );
}

const BESIDE = 'flex flex-col items-center gap-4 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto';

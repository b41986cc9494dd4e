import { STORY_HOURS } from '@pagecast/api/contract';
import { Card, type ImagesChange } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGenerating, type Writing } from '../use-generating.ts';
import { PostForm } from '../post-form.tsx';
import { ScheduleStrip } from '../schedule-strip.tsx';
import type { DraftState } from '../../drafts/draft-state.ts';
import type { DraftStore } from '../../drafts/draft-store.ts';
import { contentOf, toOnePage, type Draft, type DraftVideo, type Several } from '../../drafts/draft.ts';
import { pages } from '../../queries.ts';
import { LinkAndImages } from './link-and-images.tsx';
import { PageVariations } from './page-variations.tsx';
import { PagesField } from './pages-field.tsx';
import { SeveralAction } from './several-action.tsx';
import { withCommon, withOwn, withVideo } from './several.ts';
import { SpreadFields } from './spread-fields.tsx';
import { isStory } from './story.ts';
import { useSeveralAction } from './use-several-action.ts';
import { useVideoUpload } from './use-video-upload.ts';

interface Props {
  readonly state: DraftState;
  readonly store: DraftStore;
  readonly several: Several;
  readonly writing: Writing;
}

/** One text for several pages: chosen together, each with what it has of its own. */
export function SeveralComposer({ state, store, several, writing }: Props) {
  const { key, fields: draft } = state;
  const nameOf = usePageNames();
  const [shown, setShown] = useState<string | null>(null);
  const generate = useGenerating(draft, writing);
  const files = filesIn(store, key);
  const upload = useVideoUpload(files.ofVideo);
  const action = useSeveralAction({
    state,
    store,
    several,
    isWriting: writing.isRunning,
    isUploading: upload.current !== null,
    nameOf,
    onPage: setShown,
  });
  const change = (part: Partial<Draft>) => {
    action.forgetTooClose();
    store.change((before) => ({ ...before, ...part }));
  };

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <PagesAndText state={state} store={store} several={several} writing={writing} onChange={change} />
        <LinkAndImages
          several={several}
          upload={upload}
          onLink={(link) => change({ several: withCommon(several, { link }) })}
          onImages={files.ofAll}
          onVideo={files.ofVideo}
          onStory={(asked) => change({ several: { ...several, isStory: asked } })}
        />
        <ScheduleStrip value={draft.schedule} onValueChange={(schedule) => change({ schedule })} />
        <SpreadFields several={several} onSeveral={(next) => change({ several: next })} />
        <SeveralAction
          draft={draft}
          several={several}
          action={action}
          onSeveral={(next) => change({ several: next })}
        />
      </div>
      <PageVariations
        draft={draft}
        several={several}
        shown={shown}
        onShown={setShown}
        nameOf={nameOf}
        onOwn={(pageId, own) => change({ several: withOwn(several, pageId, own) })}
        onOwnImages={files.ofPage}
        onText={(content) => change(draft.mode === 'ai' ? { generated: content } : { manual: content })}
        onAgain={draft.mode === 'ai' && !writing.isRunning ? generate : null}
      />
    </div>
  );
}

/** Where it goes, and what it says: a story has nothing to say. */
function PagesAndText({
  state: { fields: draft },
  store,
  several,
  writing,
  onChange,
}: Props & {
  readonly onChange: (part: Partial<Draft>) => void;
}) {
  const pagesField = (
    <PagesField
      several={several}
      onSeveral={(next) => onChange({ several: next })}
      onOnePage={() => onChange(toOnePage(several))}
    />
  );
  if (!isStory(several))
    return (
      <PostForm draft={draft} onDraft={store.change} writing={writing}>
        {pagesField}
      </PostForm>
    );
  return (
    <Card>
      {pagesField}
      <p className="mt-4 text-ink-soft">
        A story is one image or video, shown for {STORY_HOURS} hours. It shows no text.
        {contentOf(draft).trim() !== '' && ' Your text is kept here for a post.'}
      </p>
    </Card>
  );
}

/** The name of a page, by its id. */
function usePageNames(): (pageId: string) => string {
  const known = useQuery(pages()).data ?? [];
  return (pageId) => known.find(({ id }) => String(id) === pageId)?.name ?? 'Unknown Page';
}

/** Changes of the files as they are when one is stored, which may be after other changes. */
function filesIn(store: DraftStore, key: string) {
  const change = (next: (several: Several) => Several) =>
    store.changeOf(key, (before) =>
      before.several === undefined ? before : { ...before, several: next(before.several) },
    );
  return {
    ofVideo: (video: DraftVideo | undefined) => change((several) => withVideo(several, video)),
    ofAll: (to: ImagesChange) => change((several) => withCommon(several, { images: to(several.images ?? []) })),
    ofPage: (pageId: string, to: ImagesChange) =>
      change((several) => {
        const page = several.pages.find((one) => one.pageId === pageId);
        // Back at the common ones, or no longer chosen.
        return page?.images === undefined ? several : withOwn(several, pageId, { images: [...to(page.images)] });
      }),
  };
}

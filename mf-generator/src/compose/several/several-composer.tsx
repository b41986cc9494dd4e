import type { ImagesChange } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WrittenText } from '../ai-fields.tsx';
import { PostForm } from '../post-form.tsx';
import { ScheduleStrip } from '../schedule-strip.tsx';
import { useWriting } from '../use-writing.ts';
import type { DraftState } from '../../drafts/draft-state.ts';
import type { DraftStore } from '../../drafts/draft-store.ts';
import { toOnePage, withGenerated, type Draft, type Several } from '../../drafts/draft.ts';
import { pages } from '../../queries.ts';
import { LinkAndImages } from './link-and-images.tsx';
import { PageVariations } from './page-variations.tsx';
import { PagesField } from './pages-field.tsx';
import { SeveralAction } from './several-action.tsx';
import { withCommon, withOwn, withVideo } from './several.ts';
import { SpreadFields } from './spread-fields.tsx';
import { useSeveralAction } from './use-several-action.ts';

interface Props {
  readonly state: DraftState;
  readonly store: DraftStore;
  readonly several: Several;
}

/** One text for several pages: chosen together, each with what it has of its own. */
export function SeveralComposer({ state, store, several }: Props) {
  const { key, fields: draft } = state;
  const nameOf = usePageNames();
  const [shown, setShown] = useState<string | null>(null);
  const writing = useWriting<WrittenText>({
    fallback: 'Failed to generate content',
    onWritten: (text) => store.changeOf(key, (before) => withGenerated(before, text)),
  });
  const action = useSeveralAction({ state, store, several, isWriting: writing.isRunning, nameOf, onPage: setShown });
  const change = (part: Partial<Draft>) => {
    action.forgetTooClose();
    store.change((before) => ({ ...before, ...part }));
  };

  const images = imagesIn(store, key);

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <PostForm draft={draft} onDraft={store.change} writing={writing}>
          <PagesField
            several={several}
            onSeveral={(next) => change({ several: next })}
            onOnePage={() => change(toOnePage(several))}
          />
        </PostForm>
        <LinkAndImages
          several={several}
          onLink={(link) => change({ several: withCommon(several, { link }) })}
          onImages={images.ofAll}
          onVideo={(video) => change({ several: withVideo(several, video) })}
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
        onOwnImages={images.ofPage}
      />
    </div>
  );
}

/** The name of a page, by its id. */
function usePageNames(): (pageId: string) => string {
  const known = useQuery(pages()).data ?? [];
  return (pageId) => known.find(({ id }) => String(id) === pageId)?.name ?? 'Unknown Page';
}

/** Changes of the images as they are when a file is stored, which may be after other changes. */
function imagesIn(store: DraftStore, key: string) {
  const change = (next: (several: Several) => Several) =>
    store.changeOf(key, (before) =>
      before.several === undefined ? before : { ...before, several: next(before.several) },
    );
  return {
    ofAll: (to: ImagesChange) => change((several) => withCommon(several, { images: to(several.images ?? []) })),
    ofPage: (pageId: string, to: ImagesChange) =>
      change((several) => {
        const page = several.pages.find((one) => one.pageId === pageId);
        // Back at the common ones, or no longer chosen.
        return page?.images === undefined ? several : withOwn(several, pageId, { images: [...to(page.images)] });
      }),
  };
}

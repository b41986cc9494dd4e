import { PUBLISH_PLATFORMS, networkFacts, type PublishPlatform } from '@pagecast/api/contract';
import {
  LatePart,
  lazyPart,
  ScreenHeading,
  SegmentedControl,
  Skeleton,
  useSearch,
  type Segment,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DraftBar } from '../drafts/draft-bar.tsx';
import type { DraftState } from '../drafts/draft-state.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { emptyDraft, hasText, withGenerated } from '../drafts/draft.ts';
import { FacebookComposer } from './facebook-composer.tsx';
import { config } from '../queries.ts';
import { readPlan } from './read-plan.ts';
import { useAgain } from './use-again.ts';
import type { Writing, WrittenText } from './use-generating.ts';
import { useWriting } from './use-writing.ts';
import { WhileComposingProvider } from './while-composing.ts';
import { useDraftInAddress } from '../drafts/use-draft-in-address.ts';

const PLATFORMS: readonly Segment<PublishPlatform>[] = PUBLISH_PLATFORMS.map((value) => ({
  value,
  label: networkFacts(value).label,
}));

/** All platforms write into one draft, so that a change of platform loses nothing. */
export function ComposeScreen() {
  const { data, isPending } = useQuery(config());
  const { state, store } = useDraft();
  const { key, fields } = state;
  // Here, so that it goes on while another form shows.
  const writing = useWriting<WrittenText>({
    key,
    fallback: 'Failed to generate content',
    onWritten: (text) => store.changeOf(key, (before) => withGenerated(before, text)),
  });
  const composing = useComposing();
  usePlan((plan) => {
    // A text that is there already is another post: it stays among the drafts.
    void store
      .settled()
      .then(() =>
        hasText(store.get().fields)
          ? store.startNew({ ...emptyDraft, pageId: store.get().fields.pageId, ...plan })
          : store.change((before) => ({ ...before, ...plan })),
      );
  });
  useAgain(store);
  useDraftInAddress(store);
  // Without the configuration only the name of the tech site is missing: the screen works all the same.
  const host = data?.fiztechHost ?? 'the tech site';

  return (
    <WhileComposingProvider value={composing}>
      <ComposeHeading host={isPending ? null : host} />
      {state.conflict !== null && (
        <LatePart name="This question">
          <ConflictBar conflict={state.conflict} store={store} />
        </LatePart>
      )}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SegmentedControl
          label="Publishing platform"
          value={fields.platform}
          options={PLATFORMS}
          onValueChange={(platform: PublishPlatform) => store.change((before) => ({ ...before, platform }))}
        />
        <DraftBar state={state} store={store} />
      </div>
      {networkFacts(fields.platform).form === 'post' ? (
        <PostComposer state={state} store={store} writing={writing} />
      ) : (
        <LatePart name="This form" fallback={<Skeleton className="h-96" />}>
          <TechComposer host={host} state={state} store={store} />
        </LatePart>
      )}
    </WhileComposingProvider>
  );
}

/** Aborted as the composer is left. */
function useComposing(): AbortSignal {
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), [controller]);
  return controller.signal;
}

/** Few write one draft in two places. */
const ConflictBar = /* @__PURE__ */ lazyPart(async () => (await import('../drafts/conflict-bar.tsx')).ConflictBar);

/** Few write for the tech site: what that takes comes with its first use. */
const TechComposer = /* @__PURE__ */ lazyPart(async () => (await import('./tech-composer.tsx')).TechComposer);

const SeveralComposer = /* @__PURE__ */ lazyPart(
  async () => (await import('./several/several-composer.tsx')).SeveralComposer,
);

/** For one page, or for several: what that takes comes with its first use. */
function PostComposer({ state, store, writing }: { state: DraftState; store: DraftStore; writing: Writing }) {
  if (state.fields.several === undefined)
    return <FacebookComposer state={state} store={store} writing={writing} onSeveral={SeveralComposer.preload} />;
  return (
    <LatePart name="This form" fallback={<Skeleton className="h-96" />}>
      <SeveralComposer state={state} store={store} writing={writing} several={state.fields.several} />
    </LatePart>
  );
}

/**
 * @param host null until it is known: then the heading's place is kept, so that nothing moves, and the focus stays on
 * it
 */
function ComposeHeading({ host }: { host: string | null }) {
  const isKnown = host !== null;
  return (
    <div className={isKnown ? undefined : 'h-33 sm:h-20'}>
      <ScreenHeading
        title={isKnown ? `Create content for Facebook and ${host}` : 'Create content'}
        subtitle={isKnown ? 'Write it with AI or yourself, preview it, then publish or schedule it.' : undefined}
      />
    </div>
  );
}

/** The calendar sends people here with a day, and maybe a page, in the address. It is taken up once. */
function usePlan(take: (plan: NonNullable<ReturnType<typeof readPlan>>) => void): void {
  const [search, setSearch] = useSearch();
  const plan = readPlan(search);
  const json = JSON.stringify(plan);
  useEffect(() => {
    if (plan === null) return;
    take(plan);
    setSearch({ date: null, time: null, pageId: null }, { replace: true });
    // The plan is a new object each time; its text says whether it is another one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [json]);
}

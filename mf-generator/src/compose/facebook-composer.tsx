import { createPost } from '@pagecast/api/contract';
import {
  ActionBar,
  Card,
  DevelopmentNote,
  FacebookPreview,
  formatDateTime,
  PageField,
  readSchedule,
  describeFailedSending,
  keptPostId,
  refresh,
  statusOf,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  useNotify,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PenLine, Sparkles } from 'lucide-react';
import type { DraftState } from '../drafts/draft-state.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { AiFields, type WrittenText } from './ai-fields.tsx';
import { describeAction } from './describe-action.ts';
import { describeOutcome } from './describe-outcome.ts';
import { afterSuccess, contentOf, isScheduling, withGenerated, type Draft, type Mode } from '../drafts/draft.ts';
import { FailedTry } from './failed-try.tsx';
import { FIELD_IDS, focusField } from './field-ids.ts';
import { ManualFields } from './manual-fields.tsx';
import { PostChecks } from './post-checks.tsx';
import { pages } from '../queries.ts';
import { readPost, type PostBody } from './read-draft.ts';
import { savePost } from './save-post.ts';
import { ScheduleStrip } from './schedule-strip.tsx';
import { useWriting } from './use-writing.ts';

/** A call, and the draft that it was made from: the person may have another one open when the answer comes. */
interface Sending {
  readonly body: PostBody;
  readonly failedPostId: number | null;
  readonly key: string;
}

export function FacebookComposer({ state, store }: { state: DraftState; store: DraftStore }) {
  const { key, fields: draft } = state;
  const onDraft = store.change;
  const notify = useNotify();
  const timeZone = useTimeZone();
  const pageName = useQuery(pages()).data?.find((page) => String(page.id) === draft.pageId)?.name ?? null;
  const client = useQueryClient();
  // Not on the call itself: the person may be on another screen when the answer comes, and a text that went out must not stay.
  const save = useMutation({
    mutationFn: ({ body, failedPostId }: Sending) => savePost(body, failedPostId),
    onSuccess: (post, { body: { status, content }, key: sent }) => {
      const { toast, isDone } = describeOutcome(post, status === 'scheduled' ? 'scheduled' : 'published', timeZone);
      notify(toast);
      if (!isDone) return store.changeOf(sent, (before) => ({ ...before, failedPostId: post.id }));
      // What was written while it went out is another text, and stays.
      store.finish(sent, (before) =>
        contentOf(before) === content ? afterSuccess(before) : { ...before, failedPostId: 0 },
      );
    },
    // The text stays where it is: nothing is lost by a publish that failed.
    onError: (error, { body: { status }, key: sent }) => {
      const [title, fallback] =
        status === 'scheduled'
          ? ['Schedule Failed', 'Unknown error']
          : ['Publish Failed', 'Failed to publish to Facebook'];
      notify({
        tone: 'destructive',
        title,
        description: describeFailedSending(error, fallback),
      });
      store.changeOf(sent, (before) => ({
        ...before,
        failedPostId: keptPostId(error) ?? (statusOf(error) === 409 ? 0 : before.failedPostId),
      }));
    },
    // Also after a failure: the post that failed waits among those that need attention.
    onSettled: () => refresh(client, createPost),
  });
  const writing = useWriting<WrittenText>({
    fallback: 'Failed to generate content',
    onWritten: (text) => store.changeOf(key, (before) => withGenerated(before, text)),
  });
  const change = (part: Partial<Draft>) => onDraft((before) => ({ ...before, ...part }));
  const isScheduled = isScheduling(draft);

  function handleAction() {
    if (writing.isRunning && draft.mode === 'ai')
      return notify({
        tone: 'destructive',
        title: 'Still Writing',
        description: 'Wait until the text is written, or stop it.',
      });
    const reading = readPost(draft, { timeZone, now: new Date() });
    if ('problem' in reading) {
      const { field, ...words } = reading.problem;
      focusField(field);
      return notify({ tone: 'destructive', ...words });
    }
    if (!save.isPending)
      save.mutate({ body: reading.body, failedPostId: draft.failedPostId === 0 ? null : draft.failedPostId, key });
  }

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card>
          <div className="flex flex-col gap-4">
            <PageField id={FIELD_IDS.pageId} value={draft.pageId} onValueChange={(pageId) => change({ pageId })} />
            <Tabs<Mode> value={draft.mode} onValueChange={(mode) => change({ mode })}>
              <TabList label="How to write">
                <Tab value="ai" icon={<Sparkles aria-hidden />}>
                  AI Generate
                </Tab>
                <Tab value="manual" icon={<PenLine aria-hidden />}>
                  Manual Input
                </Tab>
              </TabList>
              <TabPanel value="ai">
                <AiFields draft={draft} onDraft={onDraft} writing={writing} />
              </TabPanel>
              <TabPanel value="manual">
                <ManualFields draft={draft} onChange={change} />
              </TabPanel>
            </Tabs>
          </div>
        </Card>
        {!writing.isRunning && <PostChecks draft={draft} pageName={pageName} />}
        <ScheduleStrip value={draft.schedule} onValueChange={(schedule) => change({ schedule })} />
        {draft.failedPostId !== 0 && (
          <FailedTry
            key={draft.failedPostId}
            postId={draft.failedPostId}
            onNewPost={() => change({ failedPostId: 0 })}
          />
        )}
        <ActionBar
          description={describeAction(draft, pageName, { timeZone, now: new Date() })}
          label={isScheduled ? 'Schedule Post' : 'Publish Now'}
          busy={save.isPending}
          busyLabel={isScheduled ? 'Scheduling Post...' : 'Publishing Post...'}
          onAction={handleAction}
        />
      </div>
      <div className="flex flex-col items-center gap-4 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto">
        <FacebookPreview
          post={{ content: (draft.mode === 'ai' && writing.soFar?.content) || contentOf(draft) }}
          page={pageName === null ? null : { name: pageName, id: Number(draft.pageId) }}
          when={previewTime(draft, timeZone)}
        />
        <DevelopmentNote />
      </div>
    </div>
  );
}

function previewTime({ schedule }: Draft, timeZone: string): string {
  const reading = readSchedule(schedule, { timeZone, now: new Date() });
  return 'at' in reading ? formatDateTime(reading.at, timeZone) : 'Just now';
}

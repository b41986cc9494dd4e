import { createPost } from '@pagecast/api/contract';
import { Card, formatDateTime, PostPreview, readSchedule, reasonOf, Tab, TabList, TabPanel, Tabs, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { PenLine, Sparkles } from 'lucide-react';
import type { Dispatch, SetStateAction } from 'react';
import { ActionBar } from './action-bar.tsx';
import { AiFields } from './ai-fields.tsx';
import { describeAction } from './describe-action.ts';
import { describeOutcome } from './describe-outcome.ts';
import { afterSuccess, contentOf, isScheduling, type Draft, type Mode } from './draft.ts';
import { focusField } from './field-ids.ts';
import { ManualFields } from './manual-fields.tsx';
import { PageField } from './page-field.tsx';
import { pages } from './queries.ts';
import { readPost } from './read-draft.ts';
import { ScheduleStrip } from './schedule-strip.tsx';

export function FacebookComposer({ draft, onDraft }: { draft: Draft; onDraft: Dispatch<SetStateAction<Draft>> }) {
  const notify = useNotify();
  const pageName = useQuery(pages()).data?.find((page) => String(page.id) === draft.pageId)?.name ?? null;
  // Not on the call itself: the person may be on another screen when the answer comes, and a text that went out must not stay.
  const create = useApiMutation(createPost, {
    onSuccess: (post, { body: { status } }) => {
      const { toast, isDone } = describeOutcome(post, status === 'scheduled' ? 'scheduled' : 'published');
      notify(toast);
      if (isDone) onDraft(afterSuccess);
    },
    // The text stays where it is: nothing is lost by a publish that failed.
    onError: (error, { body: { status } }) => notify(status === 'scheduled'
      ? { tone: 'destructive', title: 'Schedule Failed', description: reasonOf(error, 'Unknown error') }
      : { tone: 'destructive', title: 'Publish Failed', description: reasonOf(error, 'Failed to publish to Facebook') }),
  });
  const change = (part: Partial<Draft>) => onDraft((before) => ({ ...before, ...part }));
  const isScheduled = isScheduling(draft);

  function handleAction() {
    const reading = readPost(draft, new Date());
    if ('problem' in reading) {
      const { field, ...words } = reading.problem;
      focusField(field);
      return notify({ tone: 'destructive', ...words });
    }
    create.mutate({ body: reading.body });
  }

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card>
          <div className="flex flex-col gap-4">
            <PageField value={draft.pageId} onValueChange={(pageId) => change({ pageId })} />
            <Tabs<Mode> value={draft.mode} onValueChange={(mode) => change({ mode })}>
              <TabList label="How to write">
                <Tab value="ai" icon={<Sparkles aria-hidden />}>AI Generate</Tab>
                <Tab value="manual" icon={<PenLine aria-hidden />}>Manual Input</Tab>
              </TabList>
              <TabPanel value="ai"><AiFields draft={draft} onDraft={onDraft} /></TabPanel>
              <TabPanel value="manual"><ManualFields draft={draft} onChange={change} /></TabPanel>
            </Tabs>
          </div>
        </Card>
        <ScheduleStrip value={draft.schedule} onValueChange={(schedule) => change({ schedule })} />
        <ActionBar
          description={describeAction(draft, pageName, new Date())} label={isScheduled ? 'Schedule Post' : 'Publish Now'}
          busy={create.isPending} busyLabel={isScheduled ? 'Scheduling Post...' : 'Publishing Post...'} onAction={handleAction}
        />
      </div>
      <div className="flex justify-center lg:sticky lg:top-4">
        <PostPreview pageName={pageName ?? 'Your page'} when={previewTime(draft)} content={contentOf(draft)} />
      </div>
    </div>
  );
}

function previewTime({ schedule }: Draft): string {
  const reading = readSchedule(schedule.date, schedule.time, new Date());
  return 'at' in reading ? formatDateTime(reading.at) : 'Just now';
}

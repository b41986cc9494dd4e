import { listPages } from '@pagecast/api/contract';
import {
  ActionBar,
  apiQuery,
  ButtonLink,
  Card,
  chosenPageId,
  DevelopmentNote,
  ScheduleFields,
  ScreenHeading,
  Switch,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeAction } from './describe-action.ts';
import { DraftPreview } from './draft-preview.tsx';
import { restOf, type Draft } from './draft.ts';
import { PostForm } from './post-form.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { readyFiles, shareSent, useFiles } from './use-files.ts';
import { useKept, useKeeping, useWhenOut } from './use-kept-draft.ts';
import { usePostAction } from './use-post-action.ts';
import { useTakingFiles } from './use-taking-files.ts';

export function MediaCenterScreen() {
  const timeZone = useTimeZone();
  const kept = useKept();
  const [fields, setFields] = useState(kept.draft);
  const files = useFiles(kept.files);
  useKeeping(fields, readyFiles(files.files));
  const pages = useQuery(apiQuery(listPages)).data;
  const draft: Draft = { ...fields, pageId: chosenPageId(pages, fields.pageId) };
  const pageName = pages?.find((page) => String(page.id) === draft.pageId)?.name ?? null;
  const change = (part: Partial<Draft>) => setFields((before) => ({ ...before, ...part }));
  const { take, takeDropped, handlers } = useTakingFiles(draft.postType, files, (postType) => change({ postType }));
  const action = usePostAction(draft, files.files);
  useWhenOut((sent) => {
    setFields((before) => restOf({ draft: before, files: [] }, sent).draft);
    files.removeReady(sent.files);
  });

  return (
    <div {...handlers}>
      <ScreenHeading
        title="Media Center"
        subtitle="Create and schedule Facebook posts with images, videos, and reels"
        action={<ButtonLink to="/media-library">Media Library</ButtonLink>}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <PostForm draft={draft} files={files} onChange={change} onFiles={take} onDropped={takeDropped} />
          <ScheduleCard draft={draft} onChange={change} />
          <ActionBar
            description={describeAction(draft, pageName, action.isWaiting, { timeZone, now: new Date() })}
            label={action.label}
            busy={action.isPending}
            busyLabel={draft.isScheduled ? 'Scheduling Post...' : 'Publishing Post...'}
            onAction={action.act}
            instead={
              action.isWaiting ? (
                <UploadProgress share={shareSent(files.files)} onCancel={action.stopWaiting} />
              ) : undefined
            }
          />
        </div>
        <div className="flex flex-col items-center gap-4 lg:sticky lg:top-18">
          <DraftPreview draft={draft} pageName={pageName} files={files.files} timeZone={timeZone} />
          <DevelopmentNote />
        </div>
      </div>
    </div>
  );
}

function ScheduleCard({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  return (
    <Card title="Schedule">
      <div className="flex flex-col gap-4">
        <Switch
          label="Schedule for later"
          checked={draft.isScheduled}
          onCheckedChange={(isScheduled) => onChange({ isScheduled })}
        />
        {draft.isScheduled && (
          <ScheduleFields
            value={draft.schedule}
            pageId={draft.pageId === '' ? null : Number(draft.pageId)}
            onValueChange={(schedule) => onChange({ schedule })}
          />
        )}
      </div>
    </Card>
  );
}

import { listPages, type MediaType } from '@pagecast/api/contract';
import {
  ActionBar,
  apiQuery,
  Card,
  countGraphemes,
  DevelopmentNote,
  Field,
  PageField,
  ScheduleFields,
  ScreenHeading,
  SegmentedControl,
  Switch,
  TextArea,
  useNotify,
  useTimeZone,
  type Segment,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard, Film, Image, Type } from 'lucide-react';
import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react';
import { describeAction } from './describe-action.ts';
import { afterSuccess, type Draft } from './draft.ts';
import { DraftPreview } from './draft-preview.tsx';
import { carriesFiles, droppedFiles } from './dropped-files.ts';
import { DropZone } from './drop-zone.tsx';
import { FIELD_IDS, focusField } from './field-ids.ts';
import { FileList } from './file-list.tsx';
import { FILE_RULES, fileProblem, kindOf, typeFor } from './post-types.ts';
import { findProblem, readDraft } from './read-draft.ts';
import { UploadProgress } from './upload-progress.tsx';
import { readyFiles, shareSent, useFiles } from './use-files.ts';
import { useKept, useKeeping } from './use-kept-draft.ts';
import { useSending } from './use-sending.ts';

const TYPES: readonly Segment<MediaType>[] = [
  { value: 'text', label: 'Text Only', icon: <Type aria-hidden /> },
  { value: 'image', label: 'Image', icon: <Image aria-hidden /> },
  { value: 'video', label: 'Video', icon: <Film aria-hidden /> },
  { value: 'reel', label: 'Reel', icon: <Clapperboard aria-hidden /> },
];

export function MediaCenterScreen() {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const kept = useKept();
  const [draft, setDraft] = useState(kept.draft);
  const files = useFiles(kept.files);
  const ready = readyFiles(files.files);
  useKeeping(draft, ready);
  const pageName = useQuery(apiQuery(listPages)).data?.find((page) => String(page.id) === draft.pageId)?.name ?? null;
  const sending = useSending(() => {
    setDraft(afterSuccess);
    files.clear();
  });
  /** The button was pressed while files were still on their way. */
  const [isWaiting, setWaiting] = useState(false);
  const kind = kindOf(draft.postType);
  // What only waits for a line goes on by itself.
  const isOnItsWay = files.files.some(
    ({ progress }) =>
      progress.state === 'sending' || progress.state === 'checking' || (progress.state === 'stopped' && progress.isCut),
  );
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));

  /** Switching the type clears what was chosen for the other. */
  function changeType(postType: MediaType) {
    files.clear();
    change({ postType });
  }

  function take(chosen: readonly File[]) {
    const wanted = kind ?? typeFor(chosen);
    if (wanted === null) return notify({ tone: 'destructive', title: 'This is neither a picture nor a video.' });
    if (kind === null) change({ postType: wanted });
    const { most } = FILE_RULES[wanted];
    const problem = most === 1 && chosen[0] !== undefined ? fileProblem(wanted, chosen[0]) : null;
    // A file that is there already gives way to one that can be posted, and to no other.
    if (problem !== null && files.files.length > 0) return notify({ tone: 'destructive', title: problem });
    if (most === 1) files.clear();
    const room = most === 1 ? 1 : most - files.files.length;
    if (chosen.length > room)
      notify({
        tone: 'destructive',
        title:
          most === 1
            ? 'A post has one video. The first file was taken.'
            : `A post has at most ${most} photos. The others were left out.`,
      });
    if (room > 0) files.add(wanted, chosen.slice(0, room));
  }

  function act() {
    sending.send(readDraft(draft, ready, { timeZone, now: new Date() }), timeZone);
  }

  function handleAction() {
    const problem = findProblem(draft, files.files.length, { timeZone, now: new Date() });
    const isStuck = files.files.some(
      ({ progress }) => progress.state === 'refused' || (progress.state === 'stopped' && !progress.isCut),
    );
    if (problem !== null || isStuck) {
      focusField(problem?.field ?? 'files');
      return notify({ tone: 'destructive', title: problem?.message ?? 'Resume or remove the file that is not ready' });
    }
    if (isOnItsWay) setWaiting(true);
    else act();
  }

  const isSettled = isWaiting && !isOnItsWay;
  useEffect(() => {
    if (!isSettled) return;
    setWaiting(false);
    handleAction();
    // Only the end of the uploads sets it off; what is sent is what stands in the fields then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isSettled]);

  const pasted = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take([...event.clipboardData.files]);
  };
  const dropped = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    // A file dropped beside the field would open in place of the screen.
    event.preventDefault();
    takeDropped(event);
  };
  function takeDropped(event: DragEvent) {
    const found = droppedFiles(event);
    if (found.length === 0)
      return notify({ tone: 'destructive', title: 'Drop the files themselves, not their folder.' });
    take(found);
  }

  return (
    <div
      onPaste={pasted}
      onDrop={dropped}
      onDragOver={(event) => {
        if (carriesFiles(event)) event.preventDefault();
      }}
    >
      <ScreenHeading
        title="Media Center"
        subtitle="Create and schedule Facebook posts with images, videos, and reels"
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <DevelopmentNote />
          <Card>
            <div className="flex flex-col gap-4">
              <SegmentedControl<MediaType>
                label="Post type"
                value={draft.postType}
                onValueChange={changeType}
                options={TYPES}
                className="self-start max-sm:w-full max-sm:[&_svg]:hidden max-sm:[&>label]:grow max-sm:[&>label]:justify-center max-sm:[&>label]:px-1.5"
              />
              <PageField id={FIELD_IDS.page} value={draft.pageId} onValueChange={(pageId) => change({ pageId })} />
              <Field label="Content" hint={`${countGraphemes(draft.content).toLocaleString('en')} characters`}>
                <TextArea
                  id={FIELD_IDS.content}
                  rows={5}
                  autosize
                  value={draft.content}
                  onChange={(event) => change({ content: event.currentTarget.value })}
                />
              </Field>
              {kind !== null && (
                <div className="flex flex-col gap-3">
                  {files.files.length < FILE_RULES[kind].most && (
                    <DropZone id={FIELD_IDS.files} kind={kind} onFiles={take} onDropped={takeDropped} />
                  )}
                  {files.files.length > 0 && <FileList files={files} kind={kind} />}
                </div>
              )}
            </div>
          </Card>
          <Card>
            <div className="flex flex-col gap-4">
              <Switch
                label="Schedule for later"
                checked={draft.isScheduled}
                onCheckedChange={(isScheduled) => change({ isScheduled })}
              />
              {draft.isScheduled && (
                <ScheduleFields value={draft.schedule} onValueChange={(schedule) => change({ schedule })} />
              )}
            </div>
          </Card>
          <ActionBar
            description={describeAction(draft, pageName, isWaiting, { timeZone, now: new Date() })}
            label={draft.isScheduled ? 'Schedule Post' : 'Publish Now'}
            busy={sending.isPending}
            busyLabel={draft.isScheduled ? 'Scheduling Post...' : 'Publishing Post...'}
            onAction={handleAction}
            instead={
              isWaiting ? (
                <UploadProgress share={shareSent(files.files)} onCancel={() => setWaiting(false)} />
              ) : undefined
            }
          />
        </div>
        <div className="flex justify-center lg:sticky lg:top-18">
          <DraftPreview draft={draft} pageName={pageName} files={files.files} timeZone={timeZone} />
        </div>
      </div>
    </div>
  );
}

import { FACEBOOK_TEXT_LIMIT, listPages, type Proposal } from '@pagecast/api/contract';
import {
  apiQuery,
  areSameImages,
  EditDialog,
  Field,
  imagesOfPost,
  mediaOfImages,
  PageSelect,
  readSchedule,
  scheduleValueOf,
  ScheduleFields,
  SegmentedControl,
  TextInput,
  useTimeZone,
  whenOf,
  type PostImage,
  type ScheduleValue,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProposalActions } from './use-proposal-actions.ts';

interface Props {
  /** As it is by now. */
  readonly proposal: Proposal;
  readonly actions: ProposalActions;
  readonly onClose: () => void;
}

const WHEN = [
  { value: 'soon', label: 'As soon as approved' },
  { value: 'time', label: 'At a time' },
] as const;

/** Changes all that is approved. What changed meanwhile is shown before it is replaced. */
export function EditProposalDialog({ proposal, actions, onClose }: Props) {
  const timeZone = useTimeZone();
  const [read, setRead] = useState(proposal);
  const [content, setContent] = useState(proposal.content);
  const [link, setLink] = useState('');
  const [images, setImages] = useState<readonly PostImage[]>(() => imagesOfPost(proposal));
  const [pageId, setPageId] = useState(String(proposal.facebookPageId));
  const [schedule, setSchedule] = useState<ScheduleValue>(() => scheduleValueOf(proposal.scheduledAt, timeZone));
  const [isTimed, setTimed] = useState(proposal.scheduledAt !== null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOwnText = proposal.source === 'automation';
  const isStory = proposal.placement === 'story';

  function save() {
    if (read.contentHash !== proposal.contentHash) return;
    const trouble = isStory ? null : troubleOf(content);
    const when = isTimed ? readSchedule(schedule, { timeZone, now: new Date() }) : null;
    // A time that nobody touched may have passed: the answer says so.
    const isMoved = isTimed !== (read.scheduledAt !== null) || !isSame(schedule, read.scheduledAt, timeZone);
    if (trouble !== null) return setProblem(trouble);
    if (isMoved && when !== null && 'problem' in when) return setProblem(when.problem.description);
    setProblem(null);
    const time =
      when === null || 'problem' in when
        ? { scheduledAt: null }
        : whenOf(schedule, { at: when.at, pageId: Number(pageId) });
    const body = {
      contentHash: read.contentHash,
      ...(!isStory && { content }),
      ...(link.trim() !== '' && { link: link.trim() }),
      ...(!areSameImages(images, imagesOfPost(read)) && {
        media: mediaOfImages(images),
        mediaType: images.length > 0 ? ('image' as const) : ('text' as const),
      }),
      ...(Number(pageId) !== read.facebookPageId && { facebookPageId: Number(pageId) }),
      ...(isMoved && time),
    };
    actions.change.mutate({ params: { id: proposal.id }, body }, { onSuccess: onClose });
  }

  return (
    <EditDialog
      title="Edit Post"
      description={
        proposal.may?.decide === false
          ? 'Nothing is published before it is approved.'
          : 'Nothing is published yet. You approve it afterwards.'
      }
      content={isStory ? null : content}
      onContent={(next) => {
        setContent(next);
        setProblem(null);
      }}
      images={isOwnText || !['text', 'image'].includes(proposal.mediaType) ? null : images}
      onImages={(to) => setImages(to)}
      isPending={actions.change.isPending}
      onSave={save}
      onClose={onClose}
    >
      {!isOwnText && (
        <>
          {!isStory && (
            <Field label="Add a link" hint="Goes below the text">
              <TextInput
                type="url"
                inputMode="url"
                placeholder="https://"
                value={link}
                onChange={({ currentTarget }) => setLink(currentTarget.value)}
              />
            </Field>
          )}
          {proposal.pageOwner == null && <OwnPage value={pageId} onValueChange={setPageId} />}
          <SegmentedControl
            label="When"
            className="self-start"
            value={isTimed ? 'time' : 'soon'}
            options={WHEN}
            onValueChange={(next) => setTimed(next === 'time')}
          />
          {isTimed && (
            <ScheduleFields
              value={schedule}
              onValueChange={setSchedule}
              pageId={proposal.pageOwner == null ? Number(pageId) : null}
            />
          )}
        </>
      )}
      {read.contentHash !== proposal.contentHash && (
        <ChangedMeanwhile proposal={proposal} onSeen={() => setRead(proposal)} />
      )}
      {problem !== null && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </EditDialog>
  );
}

function troubleOf(content: string): string | null {
  if (content.trim() === '') return 'Write something, or reject this post.';
  if (content.length > FACEBOOK_TEXT_LIMIT) return `Keep it to ${FACEBOOK_TEXT_LIMIT.toLocaleString('en')} characters.`;
  return null;
}

function isSame(value: ScheduleValue, instant: string | null, timeZone: string): boolean {
  const { date, time, occurrence } = scheduleValueOf(instant, timeZone);
  return value.date === date && value.time === time && value.occurrence === occurrence && value.slot === undefined;
}

function OwnPage({ value, onValueChange }: { value: string; onValueChange: (pageId: string) => void }) {
  const { data = [] } = useQuery(apiQuery(listPages));
  const pages = data.filter(({ id, isConnected }) => isConnected || String(id) === value);
  return pages.length < 2 ? null : <PageSelect pages={pages} value={value} onValueChange={onValueChange} />;
}

/** Somebody else saved another version: theirs is not lost unseen. */
function ChangedMeanwhile({ proposal, onSeen }: { proposal: Proposal; onSeen: () => void }) {
  return (
    <div role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
      <p className="font-semibold">This post changed while you were editing it</p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink">
        {proposal.content}
      </p>
      <p className="mt-1">
        Your changes are still here, and nothing is saved yet.{' '}
        <button type="button" className="min-h-6 font-medium underline pointer-coarse:min-h-11" onClick={onSeen}>
          Replace it with mine
        </button>
      </p>
    </div>
  );
}

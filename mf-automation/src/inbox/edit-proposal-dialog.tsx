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
import { useRef, useState } from 'react';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import type { ProposalActions } from './use-proposal-actions.ts';

interface Props {
  /** As it is by now. */
  readonly proposal: Proposal;
  readonly actions: ProposalActions;
  readonly onClose: () => void;
}

interface Fields {
  readonly content: string;
  /** To be added. */
  readonly link: string;
  readonly images: readonly PostImage[];
  readonly pageId: string;
  readonly schedule: ScheduleValue;
  readonly isTimed: boolean;
}

const WHEN = [
  { value: 'soon', label: 'As soon as approved' },
  { value: 'time', label: 'At a time' },
] as const;

/** What is being changed, and what of it a save says. */
function useEdit(proposal: Proposal) {
  const timeZone = useTimeZone();
  const [read, setRead] = useState(proposal);
  const [fields, setFields] = useState<Fields>(() => ({
    content: proposal.content,
    link: '',
    images: imagesOfPost(proposal),
    pageId: String(proposal.facebookPageId),
    schedule: scheduleValueOf(proposal.scheduledAt, timeZone),
    isTimed: proposal.scheduledAt !== null,
  }));
  const [problem, setProblem] = useState<string | null>(null);
  return {
    fields,
    problem,
    setProblem,
    isOther: read.contentHash !== proposal.contentHash,
    readAgain: () => setRead(proposal),
    change: (part: Partial<Fields> | ((before: Fields) => Partial<Fields>)) => {
      setFields((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
      setProblem(null);
    },
    reading: () => readEdit(read, fields, timeZone),
  };
}

/** Only what was changed; whatever is left out stays as it is. */
function readEdit(read: Proposal, { content, link, images, pageId, schedule, isTimed }: Fields, timeZone: string) {
  const isStory = read.placement === 'story';
  const trouble = isStory ? null : troubleOf(content);
  if (trouble !== null) return { problem: trouble };
  const when = isTimed ? readSchedule(schedule, { timeZone, now: new Date() }) : null;
  // A time that nobody touched may have passed: whoever approves it is told so.
  const isMoved = isTimed !== (read.scheduledAt !== null) || !isSame(schedule, read.scheduledAt, timeZone);
  if (isMoved && when !== null && 'problem' in when) return { problem: when.problem.description };
  const page = Number(pageId);
  const time =
    when === null || 'problem' in when ? { scheduledAt: null } : whenOf(schedule, { at: when.at, pageId: page });
  return {
    body: {
      contentHash: read.contentHash,
      ...(!isStory && { content }),
      ...(link.trim() !== '' && { link: link.trim() }),
      ...(!areSameImages(images, imagesOfPost(read)) && {
        media: mediaOfImages(images),
        mediaType: images.length > 0 ? ('image' as const) : ('text' as const),
      }),
      ...(page !== read.facebookPageId && { facebookPageId: page }),
      ...(isMoved && time),
    },
  };
}

/** Changes all that is approved. What changed meanwhile is shown before it is replaced. */
export function EditProposalDialog({ proposal, actions, onClose }: Props) {
  const edit = useEdit(proposal);
  const replace = useRef<HTMLButtonElement>(null);
  const { content, images } = edit.fields;

  function save() {
    if (edit.isOther) return replace.current?.focus();
    const reading = edit.reading();
    if (reading.body === undefined) return edit.setProblem(reading.problem);
    actions.change.mutate({ params: { id: proposal.id }, body: reading.body }, { onSuccess: onClose });
  }

  return (
    <EditDialog
      title="Edit Post"
      description={
        proposal.may?.decide === false
          ? 'Nothing is published before it is approved.'
          : 'Nothing is published yet. You approve it afterwards.'
      }
      content={proposal.placement === 'story' ? null : content}
      onContent={(next) => edit.change({ content: next })}
      images={proposal.source === 'automation' || !['text', 'image'].includes(proposal.mediaType) ? null : images}
      onImages={(to) => edit.change((before) => ({ images: to(before.images) }))}
      isPending={actions.change.isPending}
      onSave={save}
      onClose={onClose}
    >
      {proposal.source === 'agent' && <OtherFields proposal={proposal} fields={edit.fields} onChange={edit.change} />}
      {edit.isOther && (
        <ChangedMeanwhile
          ref={replace}
          title="This post changed while you were editing it"
          proposal={proposal}
          still="Your changes are still here, and nothing is saved yet."
          seenLabel="Replace it with mine"
          onSeen={edit.readAgain}
        />
      )}
      {edit.problem !== null && (
        <p role="alert" className="text-sm text-bad">
          {edit.problem}
        </p>
      )}
    </EditDialog>
  );
}

/** Link, page and time. Members keep to the page that is shared with them. */
function OtherFields({
  proposal,
  fields: { link, pageId, isTimed, schedule },
  onChange,
}: {
  proposal: Proposal;
  fields: Fields;
  onChange: (part: Partial<Fields>) => void;
}) {
  const isOwn = proposal.pageOwner == null;
  return (
    <>
      {proposal.placement === 'feed' && (
        <Field label="Add a link" hint="Goes below the text">
          <TextInput
            type="url"
            inputMode="url"
            placeholder="https://"
            value={link}
            onChange={({ currentTarget }) => onChange({ link: currentTarget.value })}
          />
        </Field>
      )}
      {isOwn && <OwnPage value={pageId} onValueChange={(next) => onChange({ pageId: next })} />}
      <SegmentedControl
        label="When"
        className="self-start"
        value={isTimed ? 'time' : 'soon'}
        options={WHEN}
        onValueChange={(next) => onChange({ isTimed: next === 'time' })}
      />
      {isTimed && (
        <ScheduleFields
          value={schedule}
          onValueChange={(next) => onChange({ schedule: next })}
          pageId={isOwn ? Number(pageId) : null}
        />
      )}
    </>
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

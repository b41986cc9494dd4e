import { listPages, networkFacts, readPost, updatePost, type Post } from '@pagecast/api/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState, type Ref } from 'react';
import { callApi } from '../runtime/api-client.ts';
import { reasonOf } from '../runtime/api-error.ts';
import { apiQuery, useApiMutation } from '../runtime/api-query.ts';
import { useNotify, useTimeZone } from '../runtime/host.tsx';
import { ScheduleFields } from '../time/schedule-fields.tsx';
import { scheduleValueOf } from '../time/schedule-value.ts';
import { EditDialog } from './edit-dialog.tsx';
import { PageSelect } from './page-select.tsx';
import { areSameImages, imagesOfPost } from './post-image.ts';
import { readPostEdit, type PostEdit } from './read-post-edit.ts';

const CHANGED = 'This post changed while you were editing it';

/**
 * Changes the text, the images, the page and the time of a post that is not out yet. Only what was changed here is
 * sent, and what somebody else wrote since it was opened is shown before it is replaced.
 */
export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const { read, other, readOther, send, isPending } = useSaving(post, onClose);
  const replace = useRef<HTMLButtonElement>(null);
  const [content, setContent] = useState(post.content);
  const [images, setImages] = useState(() => imagesOfPost(post));
  const [schedule, setSchedule] = useState(() => scheduleValueOf(post.scheduledAt, timeZone));
  const choices = useQuery(apiQuery(listPages)).data?.filter((page) => page.isConnected) ?? [];
  const [chosenPageId, setPageId] = useState(String(post.facebookPageId ?? ''));
  // A page that was removed or lost its connection cannot stay chosen.
  const pageId = choices.some((page) => String(page.id) === chosenPageId) ? chosenPageId : '';

  const isStory = post.placement === 'story';

  function handleSave() {
    if (other !== null) return replace.current?.focus();
    const reading = readPostEdit(read, { content, images, pageId, schedule }, { timeZone, now: new Date() });
    if ('problem' in reading) return notify({ tone: 'destructive', ...reading.problem });
    const { edit } = reading;
    if (Object.keys(edit).length === 0) return onClose();

    send(edit);
  }

  return (
    <EditDialog
      title={isStory ? 'Edit Story' : 'Edit Post'}
      description={post.pageName === null ? undefined : `For ${post.pageName}`}
      content={isStory ? null : content}
      onContent={setContent}
      images={takesImages(post) ? images : null}
      onImages={setImages}
      isPending={isPending}
      onSave={handleSave}
      onClose={onClose}
    >
      {choices.length > 0 && <PageSelect pages={choices} value={pageId} onValueChange={setPageId} />}
      <ScheduleFields value={schedule} onValueChange={setSchedule} />
      {other !== null && <ChangedElsewhere ref={replace} content={other.content} onSeen={() => readOther(other)} />}
    </EditDialog>
  );
}

/** Saves an edit, unless it would replace what nobody here has seen. */
function useSaving(post: Post, onSaved: () => void) {
  const notify = useNotify();
  /** As it was when the window opened, or as its person has seen it since; a list behind it goes on with the news. */
  const [read, setRead] = useState(post);
  const [other, setOther] = useState<Post | null>(null);
  const onError = (error: Error) =>
    notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') });
  const update = useApiMutation(updatePost, {
    onSuccess: (_, { body }) =>
      notify({ tone: 'default', title: body?.scheduledAt === undefined ? 'Post Updated' : 'Schedule Updated' }),
    onError,
  });
  const save = (edit: PostEdit) => update.mutate({ params: { id: post.id }, body: edit }, { onSuccess: onSaved });
  // It goes on, or says that it did not, also when the window is gone by then.
  const look = useMutation({
    mutationFn: (_: PostEdit) => callApi(readPost, { params: { id: post.id } }),
    onSuccess: (now, edit) => {
      if (!replaces(edit, { read, now })) return save(edit);
      setOther(now);
      notify({ tone: 'destructive', title: 'Update Failed', description: `${CHANGED}.` });
    },
    onError,
  });
  return {
    read,
    other,
    readOther: (seen: Post) => {
      setRead(seen);
      setOther(null);
    },
    send: (edit: PostEdit) => (edit.content === undefined && edit.media === undefined ? save(edit) : look.mutate(edit)),
    isPending: look.isPending || update.isPending,
  };
}

/** Whether an edit takes the place of words or images that came since the post was read. */
function replaces({ content, media }: PostEdit, { read, now }: { read: Post; now: Post }): boolean {
  const hasOtherText = now.content !== read.content && now.content !== content;
  return (
    (content !== undefined && hasOtherText) ||
    (media !== undefined && !areSameImages(imagesOfPost(now), imagesOfPost(read)))
  );
}

function ChangedElsewhere({
  ref,
  content,
  onSeen,
}: {
  ref: Ref<HTMLButtonElement>;
  content: string;
  onSeen: () => void;
}) {
  return (
    <div role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
      <p className="font-semibold">{CHANGED}</p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink">
        {content}
      </p>
      <p className="mt-1">
        Your changes are still here, and nothing is saved yet.{' '}
        <button
          ref={ref}
          type="button"
          className="min-h-6 font-medium underline pointer-coarse:min-h-11"
          onClick={onSeen}
        >
          Replace it with mine
        </button>
      </p>
    </div>
  );
}

/** A story is another one with another file. */
function takesImages({ publishPlatform, mediaType, placement }: Post): boolean {
  return (
    placement !== 'story' &&
    networkFacts(publishPlatform).form === 'post' &&
    (mediaType === 'text' || mediaType === 'image')
  );
}

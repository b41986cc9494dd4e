import { listPages, networkFacts, updatePost, type Post } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../runtime/api-error.ts';
import { apiQuery, useApiMutation } from '../runtime/api-query.ts';
import { useNotify, useTimeZone } from '../runtime/host.tsx';
import { ScheduleFields } from '../time/schedule-fields.tsx';
import { scheduleValueOf } from '../time/schedule-value.ts';
import { EditDialog } from './edit-dialog.tsx';
import { PageSelect } from './page-select.tsx';
import { imagesOfPost } from './post-image.ts';
import { readPostEdit } from './read-post-edit.ts';

/** Changes the text, the images, the page and the time of a post that is not out yet. */
export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [content, setContent] = useState(post.content);
  const [images, setImages] = useState(() => imagesOfPost(post));
  const [schedule, setSchedule] = useState(() => scheduleValueOf(post.scheduledAt, timeZone));
  const choices = useQuery(apiQuery(listPages)).data?.filter((page) => page.isConnected) ?? [];
  const [chosenPageId, setPageId] = useState(String(post.facebookPageId ?? ''));
  // A page that was removed or lost its connection cannot stay chosen.
  const pageId = choices.some((page) => String(page.id) === chosenPageId) ? chosenPageId : '';
  const update = useApiMutation(updatePost, {
    onSuccess: (_, { body }) =>
      notify({ tone: 'default', title: body?.scheduledAt === undefined ? 'Post Updated' : 'Schedule Updated' }),
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') }),
  });

  const isStory = post.placement === 'story';

  function handleSave() {
    const reading = readPostEdit(post, { content, images, pageId, schedule }, { timeZone, now: new Date() });
    if ('problem' in reading) return notify({ tone: 'destructive', ...reading.problem });
    const { edit } = reading;
    if (Object.keys(edit).length === 0) return onClose();

    update.mutate({ params: { id: post.id }, body: edit }, { onSuccess: onClose });
  }

  return (
    <EditDialog
      title={isStory ? 'Edit Story' : 'Edit Post'}
      description={post.pageName === null ? undefined : `For ${post.pageName}`}
      content={isStory ? null : content}
      onContent={setContent}
      images={takesImages(post) ? images : null}
      onImages={setImages}
      isPending={update.isPending}
      onSave={handleSave}
      onClose={onClose}
    >
      {choices.length > 0 && <PageSelect pages={choices} value={pageId} onValueChange={setPageId} />}
      <ScheduleFields value={schedule} onValueChange={setSchedule} />
    </EditDialog>
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

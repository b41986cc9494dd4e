import { FACEBOOK_TEXT_LIMIT, updateComposition, type Composition } from '@pagecast/api/contract';
import {
  areSameImages,
  EditDialog,
  imagesOfPost,
  mediaOfImages,
  reasonOf,
  useApiMutation,
  useNotify,
} from '@pagecast/shell/kit';
import { useState } from 'react';
import { describeUnchanged } from './describe-unchanged.ts';

/** A new text and other images for all pages that have the common ones, or for those with their own too. */
export function EditTogetherDialog({ composition, onClose }: { composition: Composition; onClose: () => void }) {
  const { id, content: before, posts } = composition;
  const notify = useNotify();
  const common = commonOf(composition);
  const [content, setContent] = useState(before);
  const [images, setImages] = useState(() => imagesOfPost(common));
  const [includeOwnTexts, setIncludeOwnTexts] = useState(false);
  const [includeOwnMedia, setIncludeOwnMedia] = useState(false);
  const update = useApiMutation(updateComposition, {
    onSuccess: ({ unchanged }) => {
      notify({ tone: 'default', title: 'Post Updated', ...describeUnchanged(unchanged) });
      onClose();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') }),
  });

  function handleSave() {
    const problem = problemOf(content);
    if (problem !== null) return notify({ tone: 'destructive', ...problem });
    const isOtherText = content !== before || includeOwnTexts;
    const areOtherImages = !areSameImages(images, imagesOfPost(common)) || includeOwnMedia;
    if (!isOtherText && !areOtherImages) return onClose();
    update.mutate({
      params: { id },
      body: {
        ...(isOtherText && { content, includeOwnTexts }),
        ...(areOtherImages && { media: mediaOfImages(images), includeOwnMedia }),
      },
    });
  }

  return (
    <EditDialog
      title="Edit Together"
      description="Your changes go to every page that isn't published yet."
      content={content}
      onContent={setContent}
      images={hasVideo(common) ? null : images}
      onImages={setImages}
      isPending={update.isPending}
      onSave={handleSave}
      onClose={onClose}
    >
      <Own
        of="text"
        posts={posts.filter(({ hasOwnText }) => hasOwnText)}
        isIncluded={includeOwnTexts}
        onInclude={setIncludeOwnTexts}
      />
      {!hasVideo(common) && (
        <Own
          of="images"
          posts={posts.filter(({ hasOwnMedia = false }) => hasOwnMedia)}
          isIncluded={includeOwnMedia}
          onInclude={setIncludeOwnMedia}
        />
      )}
    </EditDialog>
  );
}

type OnePost = Composition['posts'][number];
const isOpen = ({ status }: OnePost) => status !== 'published';

/** A post with the files that all have, if there is one; where each has its own, there are none in common. */
function commonOf({ posts }: Composition): Pick<OnePost, 'mediaType' | 'media'> {
  const withCommon = posts.filter(({ hasOwnMedia = false }) => !hasOwnMedia);
  return withCommon.find(isOpen) ?? withCommon[0] ?? { mediaType: 'text', media: [] };
}

const hasVideo = ({ mediaType }: Pick<OnePost, 'mediaType'>) => mediaType === 'video' || mediaType === 'reel';

/** What is to become of what one page alone has. */
function Own({
  of,
  posts,
  isIncluded,
  onInclude,
}: {
  of: 'text' | 'images';
  posts: Composition['posts'];
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
}) {
  const own = posts.filter(isOpen);
  if (own.length === 0) return null;
  const names = own.map(({ pageName }) => pageName ?? 'Unknown Page').join(', ');
  return (
    <label className="flex min-h-9 items-start gap-2.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isIncluded}
        onChange={(event) => onInclude(event.currentTarget.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">
        Also replace the {of} {of === 'text' ? 'that is' : 'that are'} only for {names}
      </span>
    </label>
  );
}

function problemOf(content: string): { title: string; description: string } | null {
  if (content.trim() === '') return { title: 'No Content', description: 'Please enter your content.' };
  if (content.length <= FACEBOOK_TEXT_LIMIT) return null;
  const most = FACEBOOK_TEXT_LIMIT.toLocaleString('en');
  return { title: 'Text Too Long', description: `Facebook takes up to ${most} characters. Shorten the text.` };
}

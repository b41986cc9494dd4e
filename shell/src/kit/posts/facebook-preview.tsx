import { pagePicturePath, type MediaType, type Placement } from '@pagecast/api/contract';
import { Globe, MessageCircle, Share2, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyPart } from '../runtime/lazy-part.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { PostText } from './post-text.tsx';
import { MediaFrame, ReelFrame, type PreviewedMedia } from './preview-media.tsx';

const StoryFrame = /* @__PURE__ */ lazyPart(async () => (await import('./story-frame.tsx')).StoryFrame);

/** What of a post shows at Facebook: the very fields that are sent. Without `mediaType` it is a text. */
export interface PreviewedPost {
  readonly content: string;
  readonly mediaType?: MediaType | undefined;
  /** Left out, it is among the page's posts. A story shows no text. */
  readonly placement?: Placement | undefined;
  /** The files in their order; none while they are being chosen. */
  readonly media?: readonly PreviewedMedia[] | undefined;
}

/** Whose post it is. With our row `id` its picture is shown, else its initials. */
export interface PreviewedPage {
  readonly name: string;
  readonly id?: number | null | undefined;
}

/**
 * A post as followers will see it on their phones. `when` stands where Facebook says the time; null is a page still to
 * be chosen.
 */
export function FacebookPreview({
  post,
  page,
  when = 'Just now',
  placeholder = 'Your text appears here.',
}: {
  post: PreviewedPost;
  page: PreviewedPage | null;
  when?: ReactNode;
  placeholder?: string;
}) {
  const mediaType = post.mediaType ?? 'text';
  const name = page?.name ?? 'Your page';
  const head = (
    <header className="flex items-center gap-2.5">
      <Avatar name={name} src={page?.id == null ? undefined : pagePicturePath(page.id)} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="flex flex-wrap items-center gap-x-1 text-xs text-ink-soft">
          {when}
          <span aria-hidden>·</span>
          <Globe role="img" aria-label="Public" className="size-3 shrink-0" />
        </p>
      </div>
    </header>
  );
  const frame = 'w-full max-w-[390px] rounded-[20px] border border-line bg-sunken p-3';
  if (post.placement === 'story')
    return (
      <section aria-label="Preview" className={frame}>
        <LatePart name="The preview" fallback={<div className="aspect-[9/16] w-full rounded-card bg-black" />}>
          <StoryFrame media={post.media?.[0]} isVideo={mediaType === 'video'} head={head} />
        </LatePart>
      </section>
    );
  return (
    <section aria-label="Preview" className={frame}>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {mediaType === 'reel' ? (
          <ReelFrame media={post.media?.[0]} name={name} when={when} content={post.content} placeholder={placeholder} />
        ) : (
          <>
            <div className="px-4 pt-4">{head}</div>
            <div className="px-4 py-3 wrap-anywhere whitespace-pre-wrap">
              {post.content.trim() === '' ? (
                <p className="text-read text-ink-soft">{placeholder}</p>
              ) : (
                <PostText content={post.content} isAlone={mediaType === 'text'} />
              )}
            </div>
            {mediaType !== 'text' && <MediaFrame type={mediaType} media={post.media ?? []} />}
          </>
        )}
        <Reactions />
      </div>
    </section>
  );
}

function Reactions() {
  return (
    <footer
      aria-hidden
      className={
        'mx-4 flex flex-wrap justify-between gap-x-2 border-t border-line py-2.5 text-xs text-ink-soft ' +
        '[&_svg]:size-4 [&>span]:flex [&>span]:items-center [&>span]:gap-1.5'
      }
    >
      <span>
        <ThumbsUp />
        Like
      </span>
      <span>
        <MessageCircle />
        Comment
      </span>
      <span>
        <Share2 />
        Share
      </span>
    </footer>
  );
}

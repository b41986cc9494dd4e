import type { Post } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { allPages } from './queries.ts';

/** The way to the place where a post may be. Where the page is not known any more, it leads to Facebook. */
export function LookAtPage({ post }: { post: Pick<Post, 'publishPlatform' | 'facebookPageId'> }) {
  const pages = useQuery({ ...allPages(), enabled: post.publishPlatform === 'facebook' });
  if (post.publishPlatform === 'fiztech') return null;
  const page = pages.data?.find(({ id }) => id === post.facebookPageId);
  return (
    <a
      href={`https://www.facebook.com/${page?.pageId ?? ''}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1 self-start font-medium text-accent underline pointer-coarse:min-h-11"
    >
      {page === undefined ? 'Open Facebook' : `Look at ${page.name} on Facebook`}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

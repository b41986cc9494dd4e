import { networkFacts, type Post } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { allPages } from './queries.ts';

/** The way to the place where a post may be. Where the page is not known any more, it leads to its network. */
export function LookAtPage({ post }: { post: Pick<Post, 'publishPlatform' | 'facebookPageId'> }) {
  const { hasPages, home, title } = networkFacts(post.publishPlatform);
  const pages = useQuery({ ...allPages(), enabled: hasPages });
  if (!hasPages || home === null) return null;
  const page = pages.data?.find(({ id }) => id === post.facebookPageId);
  return (
    <a
      href={`${home}${page?.pageId ?? ''}`}
      target="_blank"
      rel="noreferrer"
      className={
        'inline-flex min-h-6 items-center gap-1 self-start font-medium text-accent underline ' +
        'pointer-coarse:min-h-11'
      }
    >
      {page === undefined ? `Open ${title}` : `Look at ${page.name} on ${title}`}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

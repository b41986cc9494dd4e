import { networkFacts, type Post } from '@pagecast/api/contract';
import { Badge } from '@pagecast/shell/kit';
import { CircleDashed, ClockAlert, Globe, Newspaper } from 'lucide-react';

/** Which network a post went to. */
export function PlatformBadge({ post }: { post: Pick<Post, 'publishPlatform'> }) {
  const { form, title } = networkFacts(post.publishPlatform);
  return form === 'article' ? (
    <Badge icon={<Newspaper aria-hidden />}>{title}</Badge>
  ) : (
    <Badge tone="accent" icon={<Globe aria-hidden />}>
      {title}
    </Badge>
  );
}

/** Among the badges of a post: followers see it for a day. */
export function StoryBadge({ post }: { post: Pick<Post, 'placement'> }) {
  return post.placement === 'story' ? <Badge icon={<CircleDashed aria-hidden />}>Story</Badge> : null;
}

export function LateBadge({ isLate }: { isLate: boolean }) {
  return isLate ? (
    <Badge tone="warn" icon={<ClockAlert aria-hidden />}>
      Late
    </Badge>
  ) : null;
}

import { networkFacts, type Post } from '@pagecast/api/contract';
import { Badge } from '@pagecast/shell/kit';
import { ClockAlert, Globe, Newspaper } from 'lucide-react';

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

export function LateBadge({ isLate }: { isLate: boolean }) {
  return isLate ? (
    <Badge tone="warn" icon={<ClockAlert aria-hidden />}>
      Late
    </Badge>
  ) : null;
}

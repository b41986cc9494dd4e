import type { Post } from '@pagecast/api/contract';
import { Badge } from '@pagecast/shell/kit';
import { ClockAlert, Globe, Newspaper } from 'lucide-react';

/** Which of the two targets a post went to. */
export function PlatformBadge({ post }: { post: Pick<Post, 'publishPlatform'> }) {
  return post.publishPlatform === 'fiztech' ? (
    <Badge icon={<Newspaper aria-hidden />}>Tech Website</Badge>
  ) : (
    <Badge tone="accent" icon={<Globe aria-hidden />}>
      Facebook
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

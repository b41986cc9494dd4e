import type { LoginActivity } from '@pagecast/api/contract';
import { Badge } from '@pagecast/shell/kit';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';

/** Source: spec section 4: whitelist shows as Allowed, blacklist as Blocked. */
export function AccessBadge({ type }: { type: LoginActivity['accessControlType'] }) {
  if (type === 'whitelist')
    return (
      <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
        Allowed
      </Badge>
    );
  if (type === 'blacklist')
    return (
      <Badge tone="bad" icon={<CircleX aria-hidden />}>
        Blocked
      </Badge>
    );
  return <Badge icon={<CircleMinus aria-hidden />}>Not listed</Badge>;
}

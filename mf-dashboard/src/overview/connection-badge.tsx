import { Badge, Skeleton } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, Unplug } from 'lucide-react';
import { pages } from './queries.ts';

/** How many pages posts can go out on: connected and active ones. */
export function ConnectionBadge() {
  const { data, error, isPending } = useQuery(pages());
  if (isPending) return <Skeleton className="h-6 w-36 rounded-full" />;
  if (error) return <Badge icon={<CircleHelp aria-hidden />}>Connection unknown</Badge>;

  const count = data.filter((page) => page.isConnected && page.isActive).length;
  return count > 0 ? (
    <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
      {count} Page(s) Connected
    </Badge>
  ) : (
    <Badge tone="warn" icon={<Unplug aria-hidden />}>
      Not Connected
    </Badge>
  );
}

import { ButtonLink, ScreenHeading } from '@pagecast/shell/kit';
import { Plus } from 'lucide-react';
import { ConnectionBadge } from './connection-badge.tsx';
import { PageWarnings } from './page-warnings.tsx';
import { QuickGenerator } from './quick-generator.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { StatCards } from './stat-cards.tsx';
import { UpcomingPosts } from './upcoming-posts.tsx';

/** Each card loads, fails and recovers by itself: what could be loaded is shown. */
export function DashboardScreen() {
  return (
    <>
      <ScreenHeading
        title="Dashboard" subtitle="Manage your Facebook page automation" badge={<ConnectionBadge />}
        action={<ButtonLink to="/content-generator" variant="primary" icon={<Plus aria-hidden />}>New Post</ButtonLink>}
      />
      <div className="flex flex-col gap-4">
        <PageWarnings />
        <StatCards />
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <UpcomingPosts />
            <RecentActivity />
          </div>
          <QuickGenerator />
        </div>
      </div>
    </>
  );
}

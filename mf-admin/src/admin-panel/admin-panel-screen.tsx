import { ButtonLink, EmptyState, ScreenHeading, useUser } from '@pagecast/shell/kit';
import { ShieldOff } from 'lucide-react';
import { AccessCard } from '../access/access-card.tsx';
import { AuditCard } from '../audit/audit-card.tsx';
import { ApiConfigurationCard } from '../configuration/api-configuration-card.tsx';
import { EnvironmentCard } from '../configuration/environment-card.tsx';
import { FacebookAppsCard } from '../facebook-apps/facebook-apps-card.tsx';
import { InvitationsCard } from '../invitations/invitations-card.tsx';
import { LoginActivityCard } from '../logins/login-activity-card.tsx';
import { ImpersonationCard } from '../impersonation/impersonation-card.tsx';
import { ReleasesCard } from '../releases/releases-card.tsx';
import { SectionNav } from './section-nav.tsx';
import { useSectionOfAddress } from './use-section-of-address.ts';

export function AdminPanelScreen() {
  const { isAdmin } = useUser();
  return (
    <>
      <ScreenHeading title="Admin Panel" subtitle="Access, keys and environments of Pagecast." />
      {isAdmin ? <Sections /> : <NoAdmin />}
    </>
  );
}

function Sections() {
  useSectionOfAddress();
  return (
    <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <SectionNav />
      <div className="flex min-w-0 flex-col gap-4">
        <AccessCard />
        <InvitationsCard />
        <LoginActivityCard />
        <ImpersonationCard />
        <ApiConfigurationCard />
        <FacebookAppsCard />
        <EnvironmentCard />
        <ReleasesCard />
        <AuditCard />
      </div>
    </div>
  );
}

/** Rights can go while the panel is open. */
function NoAdmin() {
  return (
    <EmptyState icon={<ShieldOff />} action={<ButtonLink to="/">Go to the dashboard</ButtonLink>}>
      This panel is for administrators only.
    </EmptyState>
  );
}

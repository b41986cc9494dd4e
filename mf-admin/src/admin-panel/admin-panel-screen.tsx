import { ButtonLink, EmptyState, ScreenHeading, useUser } from '@pagecast/shell/kit';
import { ShieldOff } from 'lucide-react';
import { SectionNav } from './section-nav.tsx';
import { SECTIONS } from './sections.ts';
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
        {SECTIONS.map(({ id, Card }) => (
          <Card key={id} />
        ))}
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

import { listInvitationCodes } from '@pagecast/api/contract';
import { apiQuery, EmptyState, Loaded } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { CodeRow } from './code-row.tsx';
import { CreateCodeForm } from './create-code-form.tsx';

export const invitationsSection: Section = { id: 'invitations', title: 'Invitation Codes', Card: InvitationsCard };

/** Codes that let in who is on no list yet. */
export function InvitationsCard() {
  const query = useQuery(apiQuery(listInvitationCodes));
  return (
    <AdminSection
      of={invitationsSection}
      description="Anyone who enters a code gets access as a user. A code never unblocks anyone."
    >
      <CreateCodeForm />
      <div className="mt-6">
        <Loaded query={query} rows={3}>
          {(codes) =>
            codes.length === 0 ? (
              <EmptyState icon={<Ticket />}>
                There are no invitation codes yet. Create one and send its link.
              </EmptyState>
            ) : (
              <ul className="max-h-[32rem] divide-y divide-line overflow-y-auto">
                {codes.map((code) => (
                  <CodeRow key={code.id} code={code} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </AdminSection>
  );
}

import { listInvitationCodes } from '@pagecast/api/contract';
import { apiQuery, EmptyState, Loaded } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { AdminSection } from '../parts/admin-section.tsx';
import { CodeRow } from './code-row.tsx';
import { CreateCodeForm } from './create-code-form.tsx';

/** Codes that let in who is on no list yet. */
export function InvitationsCard() {
  const query = useQuery(apiQuery(listInvitationCodes));
  return (
    <AdminSection
      id="invitations"
      title="Invitation Codes"
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

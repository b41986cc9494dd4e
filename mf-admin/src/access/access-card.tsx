import { listAccessEntries } from '@pagecast/api/contract';
import { apiQuery, EmptyState, Loaded, SearchField, useSearch } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { AccessRow } from './access-row.tsx';
import { AddAccessForm } from './add-access-form.tsx';
import { matching } from './matching.ts';

/** Below this the list can be read at a glance. */
const SEARCH_FROM = 8;

export const accessSection: Section = { id: 'access', title: 'Access Control', Card: AccessCard };

/** Who may come in, who may not, and who is an administrator. */
export function AccessCard() {
  const query = useQuery(apiQuery(listAccessEntries));
  const [search, setSearch] = useSearch();
  const wanted = search['person'] ?? '';
  return (
    <AdminSection
      of={accessSection}
      description="Allowed accounts may log in, blocked ones may not. Changes apply from the person's next click."
    >
      <AddAccessForm />
      <div className="mt-6">
        <Loaded query={query} rows={3}>
          {(entries) => {
            if (entries.length === 0)
              return (
                <EmptyState icon={<Users />}>
                  Nobody is listed yet. Add the Facebook ID and name of a person to allow.
                </EmptyState>
              );
            const shown = matching(entries, wanted);
            return (
              <>
                {(entries.length >= SEARCH_FROM || wanted !== '') && (
                  <SearchField
                    label="Search access entries"
                    placeholder="Name or Facebook ID"
                    value={wanted}
                    onSearch={(text) => setSearch({ person: text === '' ? null : text })}
                    className="mb-2 max-w-sm"
                  />
                )}
                {shown.length === 0 && <p className="py-4 text-ink-soft">Nobody matches “{wanted}”.</p>}
                <ul className="max-h-[32rem] divide-y divide-line overflow-y-auto">
                  {shown.map((entry) => (
                    <AccessRow key={entry.id} entry={entry} />
                  ))}
                </ul>
              </>
            );
          }}
        </Loaded>
      </div>
    </AdminSection>
  );
}

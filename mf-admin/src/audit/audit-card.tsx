import { AUDIT_PAGE_SIZE, listAuditLog } from '@pagecast/api/contract';
import { apiQuery, cn, EmptyState, Loaded, Pager, SearchField, useSearch } from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { AdminSection } from '../parts/admin-section.tsx';
import { readPageNumber } from '../parts/read-page-number.ts';
import { AuditRow } from './audit-row.tsx';

/** Every change by an administrator, newest first. */
export function AuditCard() {
  const [search, setSearch] = useSearch();
  const pageNumber = readPageNumber(search['audit']);
  const wanted = search['change'] ?? '';
  const query = useQuery({
    ...apiQuery(listAuditLog, {
      query: { page: pageNumber, limit: AUDIT_PAGE_SIZE, ...(wanted !== '' && { search: wanted }) },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <AdminSection
      id="audit"
      title="Audit Log"
      description="Who changed what, what it was before, and who was impersonated. Secrets are never recorded."
    >
      <SearchField
        label="Search the audit log"
        placeholder="Person, action or subject"
        value={wanted}
        onSearch={(text) => setSearch({ change: text === '' ? null : text, audit: null })}
        className="mb-3 max-w-sm"
      />
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState icon={<ScrollText />}>{describeNothing(pageNumber, wanted)}</EmptyState>
          ) : (
            <ul
              className={cn(
                'divide-y divide-line transition-opacity duration-150',
                query.isPlaceholderData && 'opacity-60',
              )}
            >
              {entries.map((entry) => (
                <AuditRow key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {query.data && (
        <Pager
          label="Pages of the audit log"
          current={pageNumber}
          pages={query.data.pagination.totalPages}
          onPage={(next) => setSearch({ audit: next })}
        />
      )}
    </AdminSection>
  );
}

function describeNothing(pageNumber: number, wanted: string): string {
  if (pageNumber > 1) return `There is no page ${pageNumber}.`;
  return wanted === '' ? 'No administrator has changed anything yet.' : `Nothing matches “${wanted}”.`;
}

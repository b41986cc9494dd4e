import { AUDIT_PAGE_SIZE, listAuditLog, type AuditEntry } from '@pagecast/api/contract';
import { apiQuery, cn, EmptyState, Loaded, Pager, SearchField, useSearch } from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { readPageNumber } from '../parts/read-page-number.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { ExportLink, ProofLink } from './export-link.tsx';

export const auditSection: Section = { id: 'audit', title: 'Audit Log', Card: AuditCard };

/** What people did, newest first. What is shown stands in the address. */
export function AuditCard() {
  const [search, setSearch] = useSearch();
  const pageNumber = readPageNumber(search['audit']);
  const { change: wanted = '', 'audit-person': person = '', 'audit-kind': kind = '' } = search;
  const filter = {
    ...(wanted !== '' && { search: wanted }),
    ...(person !== '' && { person }),
    ...(kind !== '' && { kind }),
  };
  const query = useQuery({
    ...apiQuery(listAuditLog, { query: { page: pageNumber, limit: AUDIT_PAGE_SIZE, ...filter } }),
    placeholderData: keepPreviousData,
  });
  return (
    <AdminSection
      of={auditSection}
      description="Who changed what, for whom, and what it was before. Secrets are never recorded."
      actions={
        <>
          <ExportLink filter={filter} />
          <ProofLink />
        </>
      }
    >
      <AuditFilters
        choices={query.data?.choices}
        person={person}
        kind={kind}
        onFilter={(change) => setSearch({ ...change, audit: null })}
      />
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
            <EmptyState icon={<ScrollText />}>
              {describeNothing(pageNumber, wanted, person !== '' || kind !== '')}
            </EmptyState>
          ) : (
            <List entries={entries} isStale={query.isPlaceholderData} />
          )
        }
      </Loaded>
      {query.data?.pagination.isTotalCut === true && <OlderOnes shown={query.data.pagination.totalCount} />}
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

function OlderOnes({ shown }: { shown: number }) {
  return (
    <p className="mt-4 text-ink-soft">
      These are the newest {shown.toLocaleString('en')}. Filter or export to see older ones.
    </p>
  );
}

function List({ entries, isStale }: { entries: readonly AuditEntry[]; isStale: boolean }) {
  return (
    <ul className={cn('divide-y divide-line transition-opacity duration-150', isStale && 'opacity-60')}>
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function describeNothing(pageNumber: number, wanted: string, isFiltered: boolean): string {
  if (pageNumber > 1) return `There is no page ${pageNumber}.`;
  if (wanted !== '') return `Nothing matches “${wanted}”.`;
  return isFiltered ? 'Nothing matches this filter.' : 'No administrator has changed anything yet.';
}

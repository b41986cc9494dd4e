import { LOGIN_ACTIONS, LOGIN_ACTIVITY_PAGE_SIZE, listLoginActivity, type LoginActivity } from '@pagecast/api/contract';
import { apiQuery, cn, EmptyState, Loaded, NativeSelect, Pager, SearchField, useSearch } from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { readPageNumber } from '../parts/read-page-number.ts';
import { ACTION_WORDS } from './action-words.ts';
import { LoginRow } from './login-row.tsx';

export const loginsSection: Section = { id: 'logins', title: 'Login Activity', Card: LoginActivityCard };

/** Who logged in, logged out, or was turned away. What is shown stands in the address. */
export function LoginActivityCard() {
  const [search, setSearch] = useSearch();
  const pageNumber = readPageNumber(search['logins']);
  const action = LOGIN_ACTIONS.find((known) => known === search['action']);
  const wanted = search['account'] ?? '';
  const query = useQuery({
    ...apiQuery(listLoginActivity, {
      query: {
        page: pageNumber,
        limit: LOGIN_ACTIVITY_PAGE_SIZE,
        ...(action !== undefined && { action }),
        ...(wanted !== '' && { search: wanted }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <AdminSection
      of={loginsSection}
      description="Logins, logouts and refusals, newest first. Allow or block people who were refused."
    >
      <div className="mb-3 grid gap-2 sm:grid-cols-[12rem_minmax(0,20rem)]">
        <ActionFilter action={action} onFilter={(chosen) => setSearch({ action: chosen, logins: null })} />
        <SearchField
          label="Search login activity"
          placeholder="Name or Facebook ID"
          value={wanted}
          onSearch={(text) => setSearch({ account: text === '' ? null : text, logins: null })}
        />
      </div>
      <Loaded query={query}>
        {({ activities, pagination }) =>
          activities.length === 0 ? (
            <EmptyState icon={<LogIn />}>{emptyWords(pageNumber, action !== undefined || wanted !== '')}</EmptyState>
          ) : (
            <List activities={activities} isStale={query.isPlaceholderData} total={pagination.totalCount} />
          )
        }
      </Loaded>
      {query.data && (
        <Pager
          label="Pages of the login activity"
          current={pageNumber}
          pages={query.data.pagination.totalPages}
          onPage={(next) => setSearch({ logins: next })}
        />
      )}
    </AdminSection>
  );
}

function ActionFilter({
  action,
  onFilter,
}: {
  action: LoginActivity['action'] | undefined;
  onFilter: (action: string | null) => void;
}) {
  return (
    <NativeSelect
      aria-label="Filter by action"
      value={action ?? ''}
      onChange={(event) => onFilter(event.currentTarget.value || null)}
    >
      <option value="">All actions</option>
      {LOGIN_ACTIONS.map((value) => (
        <option key={value} value={value}>
          {ACTION_WORDS[value]}
        </option>
      ))}
    </NativeSelect>
  );
}

function List({
  activities,
  isStale,
  total,
}: {
  activities: readonly LoginActivity[];
  isStale: boolean;
  total: number;
}) {
  return (
    <>
      <p className="text-xs text-ink-soft" role="status">
        {total.toLocaleString('en')} {total === 1 ? 'entry' : 'entries'}
      </p>
      <ul className={cn('divide-y divide-line transition-opacity duration-150', isStale && 'opacity-60')}>
        {activities.map((activity) => (
          <LoginRow key={activity.id} activity={activity} />
        ))}
      </ul>
    </>
  );
}

function emptyWords(pageNumber: number, isFiltered: boolean): string {
  if (pageNumber > 1) return `There is no page ${pageNumber}.`;
  return isFiltered ? 'Nothing matches this filter.' : 'Nobody has logged in yet.';
}

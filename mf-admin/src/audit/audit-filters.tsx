import type { AuditChoices } from '@pagecast/api/contract';
import { NativeSelect } from '@pagecast/shell/kit';
import { areaWords } from './describe-change.ts';

/**
 * Whose acts are shown, and of which kind.
 * @param choices what there is; nothing while it loads, and of an older server
 */
export function AuditFilters({
  choices = { people: [], kinds: [] },
  person,
  kind,
  onFilter,
}: {
  choices: AuditChoices | undefined;
  person: string;
  kind: string;
  onFilter: (change: Record<string, string | null>) => void;
}) {
  const { people, kinds } = choices;
  // What the address asks for stays chosen, also where nobody has done it yet.
  const isUnknown = person !== '' && !people.some(({ facebookId }) => facebookId === person);
  return (
    <div className="mb-2 grid max-w-xl gap-2 sm:grid-cols-2">
      <NativeSelect
        aria-label="Filter by person"
        value={person}
        onChange={(event) => onFilter({ 'audit-person': event.currentTarget.value || null })}
      >
        <option value="">Everyone</option>
        {isUnknown && <option value={person}>{person}</option>}
        {people.map(({ facebookId, name }) => (
          <option key={facebookId} value={facebookId}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Filter by kind"
        value={kind}
        onChange={(event) => onFilter({ 'audit-kind': event.currentTarget.value || null })}
      >
        <option value="">All kinds</option>
        {[...new Set([...kinds, ...(kind === '' ? [] : [kind])])].map((name) => (
          <option key={name} value={name}>
            {areaWords(name)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

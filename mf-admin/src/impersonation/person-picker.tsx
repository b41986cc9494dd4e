import { listMockablePeople, type MockablePerson } from '@pagecast/api/contract';
import { apiQuery, Combobox, Field, reasonOf, useUser } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Everybody who can be impersonated, found by name or Facebook ID. They are asked for when the list is opened first.
 */
export function PersonPicker({ facebookId, onPick }: { facebookId: string; onPick: (facebookId: string) => void }) {
  const own = useUser().id;
  const [wasOpened, setWasOpened] = useState(false);
  const { data: people, error } = useQuery({ ...apiQuery(listMockablePeople), enabled: wasOpened });
  const options = (people ?? []).filter((person) => person.facebookId !== own).map(optionOf);
  const chosen = options.find(({ value }) => value === facebookId) ?? { value: '', label: 'Choose a person' };
  return (
    <Field label="Person" {...(error !== null && { error: reasonOf(error, "We couldn't load the list.") })}>
      <Combobox
        chosen={chosen}
        options={options}
        onOpen={() => setWasOpened(true)}
        onValueChange={onPick}
        searchLabel="Search by name or Facebook ID"
        emptyText={people === undefined ? 'Loading people...' : 'No matches. You can enter a Facebook ID instead.'}
      />
    </Field>
  );
}

const optionOf = ({ facebookId, name, hasAccount }: MockablePerson) => ({
  value: facebookId,
  label: name,
  detail: hasAccount ? facebookId : 'Never logged in',
  words: facebookId,
});

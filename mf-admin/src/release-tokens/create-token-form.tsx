import { createReleaseToken, RELEASE_RIGHTS, SHELL, type ReleaseRight } from '@pagecast/api/contract';
import { ChoiceField, Field, reasonOf, Switch, TextInput, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useId, useState, type FormEvent } from 'react';
import { AdminForm } from '../parts/admin-form.tsx';
import { NewTokenDialog, type NewToken } from './new-token-dialog.tsx';
import { RIGHT_WORDS } from './right-words.ts';

const DAYS = ['30', '90', '365', 'never'] as const;
type Days = (typeof DAYS)[number];
const DAY_WORDS: Record<Days, string> = { '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year', never: 'Never' };
const DAY_MS = 86_400_000;

export function CreateTokenForm({ areas }: { areas: readonly string[] }) {
  const notify = useNotify();
  const [rights, setRights] = useState<readonly ReleaseRight[]>(RELEASE_RIGHTS);
  const [days, setDays] = useState<Days>('90');
  const [made, setMade] = useState<NewToken | null>(null);
  const create = useApiMutation(createReleaseToken, {
    onSuccess: setMade,
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Creation Failed', description: reasonOf(error, 'Please try again.') }),
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const problem = problemOf(text('name'), text('area'), rights);
    if (problem !== null) return notify({ tone: 'destructive', title: 'Validation Error', description: problem });
    const expiresAt = days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    create.mutate(
      { body: { name: text('name'), area: text('area'), rights: [...rights], expiresAt } },
      { onSuccess: () => form.reset() },
    );
  };

  return (
    <>
      <AdminForm
        label="Create release token"
        onSubmit={handleSubmit}
        submitLabel="Create Token"
        busy={create.isPending}
        busyLabel="Creating..."
      >
        <Field label="Name">
          <TextInput name="name" autoComplete="off" placeholder="Who or what it is for" maxLength={100} />
        </Field>
        <AreaField areas={areas} />
        <ChoiceField
          label="Expires"
          value={days}
          onValueChange={setDays}
          options={DAYS}
          nameOf={(option) => DAY_WORDS[option]}
        />
        <RightsField rights={rights} onChange={setRights} />
      </AdminForm>
      {made !== null && <NewTokenDialog made={made} onClose={() => setMade(null)} />}
    </>
  );
}

/** One that there is, or one that is about to be released for the first time. */
function AreaField({ areas }: { areas: readonly string[] }) {
  const list = useId();
  return (
    <div>
      <Field label="Area">
        <TextInput
          name="area"
          list={list}
          autoComplete="off"
          spellCheck={false}
          placeholder="mf-history or shell"
          maxLength={64}
          className="font-mono"
        />
      </Field>
      <datalist id={list}>
        {areas.map((area) => (
          <option key={area}>{area.replaceAll('_', '-')}</option>
        ))}
      </datalist>
    </div>
  );
}

function RightsField({
  rights,
  onChange,
}: {
  rights: readonly ReleaseRight[];
  onChange: (rights: readonly ReleaseRight[]) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">Permissions</legend>
      {RELEASE_RIGHTS.map((right) => (
        <Switch
          key={right}
          label={RIGHT_WORDS[right].asked}
          checked={rights.includes(right)}
          onCheckedChange={(isGiven) =>
            onChange(RELEASE_RIGHTS.filter((other) => (other === right ? isGiven : rights.includes(other))))
          }
        />
      ))}
    </fieldset>
  );
}

function problemOf(name: string, area: string, rights: readonly ReleaseRight[]): string | null {
  if (name === '') return 'Please enter a name for the token.';
  if (area !== SHELL && !/^mf([_-][a-z][a-z0-9]*)+$/.test(area))
    return 'Please enter an area, such as mf-history, or shell.';
  return rights.length === 0 ? 'Please choose at least one permission.' : null;
}

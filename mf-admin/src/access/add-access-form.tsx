import { ACCESS_TYPES, addAccessEntry, ROLES, type AccessType, type Role } from '@pagecast/api/contract';
import { Button, Field, NativeSelect, reasonOf, TextInput, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { UserPlus } from 'lucide-react';
import { useState, type FormEvent } from 'react';

const TYPE_WORDS: Record<AccessType, string> = { whitelist: 'Allowed', blacklist: 'Blocked' };
const ROLE_WORDS: Record<Role, string> = { user: 'User', admin: 'Admin' };

export function AddAccessForm() {
  const notify = useNotify();
  const add = useApiMutation(addAccessEntry, {
    onSuccess: (_, { body }) =>
      notify({
        tone: 'default',
        title: 'Access Control Added',
        description: `${body.name} is now ${body.type === 'whitelist' ? 'allowed' : 'blocked'}.`,
      }),
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Failed to Add Access Control',
        description: reasonOf(error, 'Please try again.'),
      }),
  });
  const [type, setType] = useState<AccessType>('whitelist');

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { facebookId, name, role } = readPerson(new FormData(form), type);
    const problem = problemOf(facebookId, name);
    if (problem !== null) return notify({ tone: 'destructive', title: 'Validation Error', description: problem });
    add.mutate(
      { body: { facebookId, name, type, role } },
      {
        onSuccess: () => {
          form.reset();
          setType('whitelist');
        },
      },
    );
  };

  return (
    <form
      noValidate
      aria-label="Add access"
      onSubmit={handleSubmit}
      className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_8rem_7rem_auto]"
    >
      <PersonFields type={type} onType={setType} />
      <Button
        type="submit"
        variant="primary"
        icon={<UserPlus aria-hidden />}
        busy={add.isPending}
        busyLabel="Adding..."
        className="justify-self-start"
      >
        Add
      </Button>
    </form>
  );
}

function problemOf(facebookId: string, name: string): string | null {
  if (facebookId === '' || name === '') return 'Please enter both Facebook ID and name.';
  if (/^\d+$/.test(facebookId)) return null;
  return 'A Facebook ID has digits only. Login Activity shows the ID of everybody who tried to log in.';
}

function readPerson(fields: FormData, type: AccessType) {
  // Who is blocked has no role to speak of.
  const role: Role = type === 'whitelist' && fields.get('role') === 'admin' ? 'admin' : 'user';
  return { facebookId: String(fields.get('facebookId')).trim(), name: String(fields.get('name')).trim(), role };
}

function PersonFields({ type, onType }: { type: AccessType; onType: (type: AccessType) => void }) {
  return (
    <>
      <Field label="Facebook ID">
        <TextInput name="facebookId" inputMode="numeric" autoComplete="off" className="font-mono" />
      </Field>
      <Field label="Name">
        <TextInput name="name" autoComplete="off" />
      </Field>
      <Field label="Access">
        <NativeSelect name="type" value={type} onChange={(event) => onType(event.currentTarget.value as AccessType)}>
          {ACCESS_TYPES.map((value) => (
            <option key={value} value={value}>
              {TYPE_WORDS[value]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Role">
        <NativeSelect name="role" disabled={type === 'blacklist'} defaultValue="user">
          {ROLES.map((value) => (
            <option key={value} value={value}>
              {ROLE_WORDS[value]}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </>
  );
}

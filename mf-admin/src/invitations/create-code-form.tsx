import { createInvitationCode } from '@pagecast/api/contract';
import {
  Button,
  Field,
  formatZone,
  reasonOf,
  TextInput,
  useApiMutation,
  useNotify,
  useTimeZone,
  zoneName,
} from '@pagecast/shell/kit';
import { Dices } from 'lucide-react';
import { useRef, type FormEvent } from 'react';
import { AdminForm } from '../parts/admin-form.tsx';
import { randomCode } from './random-code.ts';
import { readCode } from './read-code.ts';

export function CreateCodeForm() {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const create = useApiMutation(createInvitationCode, {
    onSuccess: ({ code }) =>
      notify({ tone: 'default', title: 'Invitation Code Created', description: `${code} is ready to share.` }),
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Creation Failed', description: reasonOf(error, 'Please try again.') }),
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const reading = readCode(new FormData(form), { timeZone, now: new Date() });
    if ('problem' in reading)
      return notify({ tone: 'destructive', title: 'Validation Error', description: reading.problem });
    create.mutate({ body: reading.body }, { onSuccess: () => form.reset() });
  };

  return (
    <AdminForm
      label="Create invitation code"
      onSubmit={handleSubmit}
      submitLabel="Create Code"
      busy={create.isPending}
      busyLabel="Creating..."
    >
      <CodeField />
      <Field label="Description (optional)">
        <TextInput name="description" autoComplete="off" placeholder="Who it is for" maxLength={500} />
      </Field>
      <Field label="Max uses" hint="Empty means unlimited.">
        <TextInput name="maxUses" inputMode="numeric" autoComplete="off" />
      </Field>
      <Field
        label="Expires"
        hint={`In ${zoneName(timeZone)} (${formatZone(new Date(), timeZone)}). Empty means never.`}
      >
        <TextInput name="expiresAt" type="datetime-local" />
      </Field>
    </AdminForm>
  );
}

/** Typed, or made up by chance. */
function CodeField() {
  const code = useRef<HTMLInputElement>(null);
  const handleDice = () => {
    if (code.current !== null) code.current.value = randomCode();
  };
  return (
    <div className="flex items-end gap-2">
      <Field label="Code" className="grow">
        <TextInput
          ref={code}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <Button icon={<Dices aria-hidden />} onClick={handleDice}>
        Generate
      </Button>
    </div>
  );
}

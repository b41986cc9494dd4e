import { readMailServer, removeMailServer, updateMailServer, type MailServer } from '@pagecast/api/contract';
import { apiQuery, Button, Field, Loaded, TextInput, useUser } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { AdminForm } from '../parts/admin-form.tsx';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';

export const mailServerSection: Section = { id: 'mail-server', title: 'Mail Server', Card: MailServerCard };

/** By which server people get their mails. */
export function MailServerCard() {
  const query = useQuery(apiQuery(readMailServer));
  return (
    <AdminSection
      of={mailServerSection}
      description="Before it is saved, we send a test email through it. The password is stored encrypted."
    >
      <Loaded query={query} rows={3}>
        {(server) => <Server server={server} />}
      </Loaded>
    </AdminSection>
  );
}

function Server({ server }: { server: MailServer }) {
  const remove = useNotifiedMutation(removeMailServer, {
    done: { title: 'Mail Server Removed' },
    failed: 'Mail Server Not Removed',
  });
  return (
    <div className="flex flex-col gap-5">
      <div className="max-w-[72ch]">
        <p className="wrap-anywhere">{inUse(server)}</p>
        {(server.waiting > 0 || server.failed > 0) && (
          <p className="mt-1 text-ink-soft">
            {server.waiting.toLocaleString('en')} waiting, {server.failed.toLocaleString('en')} failed in the last 30
            days.
          </p>
        )}
        {(server.source === 'panel' || server.source === 'lost') && (
          <Button
            size="sm"
            variant="ghost"
            busy={remove.isPending}
            busyLabel="Removing..."
            onClick={() => remove.mutate({})}
            className="mt-2"
          >
            Remove this mail server
          </Button>
        )}
      </div>
      <ServerForm />
    </div>
  );
}

function inUse({ source, url, sender }: MailServer): string {
  if (source === 'lost') return 'The password was encrypted with a key that is gone. Set up the mail server again.';
  if (url === null) return 'No mail server is set up, so nobody gets emails.';
  const where = source === 'panel' ? ', set here' : ", from the server's settings";
  return `In use: ${url}${where}. Emails come from ${sender ?? 'Pagecast'}.`;
}

function ServerForm() {
  const { email } = useUser();
  const save = useNotifiedMutation(updateMailServer, {
    done: { title: 'Mail Server Updated', description: 'The test email is on its way.' },
    failed: 'Mail Server Not Saved',
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const read = (name: string) => String(fields.get(name) ?? '').trim();
    const body = { url: read('url'), sender: read('sender'), testTo: read('testTo') };
    save.mutate({ body }, { onSuccess: () => form.reset() });
  };
  return (
    <AdminForm
      label="Mail server"
      onSubmit={submit}
      submitLabel="Test and Save"
      busy={save.isPending}
      busyLabel="Sending a test email..."
    >
      <Field label="Address of the mail server" hint="With user and password, such as smtp://user:password@host:587">
        <TextInput name="url" autoComplete="off" spellCheck={false} className="font-mono" maxLength={1000} />
      </Field>
      <Field label="Sender" hint="Such as Pagecast <pagecast@example.com>">
        <TextInput name="sender" autoComplete="off" maxLength={300} />
      </Field>
      <Field label="Send the test email to">
        <TextInput name="testTo" type="email" defaultValue={email ?? ''} maxLength={254} />
      </Field>
    </AdminForm>
  );
}

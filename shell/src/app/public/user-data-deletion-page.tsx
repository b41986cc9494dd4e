import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, Field, TextInput } from '../../kit/index.ts';
import { DeletionStatus } from './deletion-status.tsx';
import { Contact, LegalPage, List, type LegalSection } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'in-pagecast',
    heading: 'In Pagecast',
    content: (
      <ol className="list-decimal space-y-1.5 pl-5 marker:text-ink-soft">
        <li>
          Log in and open{' '}
          <a href="/settings" className="text-accent underline underline-offset-2">
            Settings
          </a>
          .
        </li>
        <li>If you want a copy of your data, choose Export my data under Your data, and download it.</li>
        <li>Under Account Management choose Delete Account.</li>
        <li>Confirm. Your scheduled posts are cancelled, your data is deleted, and you're logged out.</li>
      </ol>
    ),
  },
  {
    id: 'on-facebook',
    heading: 'Through Facebook',
    content: (
      <ol className="list-decimal space-y-1.5 pl-5 marker:text-ink-soft">
        <li>On Facebook open Settings & privacy, Settings, and there Apps and Websites.</li>
        <li>Find this app and choose Remove. That ends our access to your pages.</li>
        <li>
          Choose View Removed Apps and Websites, View, and Send Request to have your data deleted too. Facebook shows
          you our confirmation code.
        </li>
      </ol>
    ),
  },
  {
    id: 'by-email',
    heading: 'By email',
    content: (
      <p>
        If you can't log in any more, write with your name and Facebook ID, from an address we can answer, to{' '}
        <Contact />
      </p>
    ),
  },
  {
    id: 'removed',
    heading: 'What is removed',
    content: (
      <List
        items={[
          'Posts and content, with drafts, uploaded files and their history',
          'Connected pages, with their access tokens',
          'Automation settings and jobs',
          'Your user profile and account data, sessions and the record of your logins',
        ]}
      />
    ),
  },
  {
    id: 'stays',
    heading: 'What stays, and why',
    content: (
      <List
        items={[
          'Posts that have been published stay on your page until you delete them there.',
          "An administrator's decision on whether your account may log in, so the decision stays in force. " +
            'Email us if you want it removed.',
          'The record of what administrators did.',
          'In both of these, a code replaces your name and Facebook ID. ' +
            'It only lets us check whether a given Facebook ID was deleted.',
          "A receipt of the deletion that doesn't say whose it was.",
        ]}
      />
    ),
  },
  {
    id: 'time',
    heading: 'How long it takes',
    content: (
      <p>
        Usually seconds. If a post is being published at that moment, it finishes first. Backup copies disappear as
        backups are replaced.
      </p>
    ),
  },
];

export function UserDataDeletionPage() {
  const code = useSearchParams()[0].get('code') ?? '';
  return (
    <LegalPage
      title="User Data Deletion"
      intro="How to delete everything Pagecast keeps about you, and how to check that it's gone."
      {...(code !== '' && { notice: <DeletionStatus key={code} code={code} /> })}
      short={[
        'In Settings, one button deletes your account and everything that belongs to it, at once.',
        'You can also ask through Facebook, or by email.',
        'You get a confirmation code, and can check the status of your request here.',
      ]}
      sections={[...SECTIONS, { id: 'status', heading: 'Status of my request', content: <CodeForm code={code} /> }]}
    />
  );
}

function CodeForm({ code }: { code: string }) {
  const [, setSearch] = useSearchParams();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('code')).trim();
    if (given === '') return;
    setSearch({ code: given });
    window.scrollTo(0, 0);
  };
  return (
    <form onSubmit={handleSubmit} className="flex max-w-md items-end gap-2">
      <Field label="Confirmation code" className="grow">
        <TextInput
          name="code"
          required
          defaultValue={code}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <Button type="submit">Check</Button>
    </form>
  );
}

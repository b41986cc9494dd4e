import { FACEBOOK_PERMISSIONS } from '@pagecast/api/contract';
import { PERMISSION_PURPOSE } from '../facebook/permissions.ts';
import { Contact, LegalPage, List, Terms, type LegalSection } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'responsible',
    heading: 'Who is responsible',
    content: (
      <p>
        Whoever runs this installation of Pagecast decides why and how your data is processed, and is responsible for
        it. About anything on this page, write to <Contact />
      </p>
    ),
  },
  {
    id: 'kept',
    heading: 'What we keep, and why',
    content: (
      <Terms
        items={[
          [
            'Your account',
            'Your Facebook ID and name, your email address if Facebook gives it to us, your time zone, ' +
              'and the access token of your login, so we can recognise you and list the pages you manage.',
          ],
          [
            'Your pages',
            'Name, ID and category of each page you connect, and the access token that Facebook issues for it, ' +
              'so we can publish where you ask us to. When you remove a page, we delete its token right away.',
          ],
          [
            'Your posts',
            'What you write, generate, upload, schedule and publish here, when it was edited, scheduled and sent, ' +
              "and what Facebook answered. This shows you why a post was or wasn't published.",
          ],
          [
            'Reactions',
            'The numbers of likes, comments and shares of your posts. Only the numbers. ' +
              "We don't read who they came from or what a comment says.",
          ],
          [
            'Generated text',
            'What you asked the language model for, when, and what it cost, ' +
              'so we can keep within budgets and show how a post was written.',
          ],
          ['Automation', 'The cycle you chose and your instructions for each page.'],
          ['Logins', 'When and from which internet address you logged in or were refused, so we can notice misuse.'],
          ["Administrators' actions", 'What administrators changed, and when they impersonated somebody.'],
        ]}
      />
    ),
  },
  {
    id: 'others',
    heading: 'Who else receives data',
    content: (
      <Terms
        items={[
          ['Facebook', 'The posts you publish, to the pages you choose. We read back their reactions.'],
          [
            'The provider of the language model',
            'The topic, tone, language and length you enter. For automation, also your instructions for the page ' +
              "and its recent posts, so they aren't repeated. Never your name, email address or any token.",
          ],
          ['The tech site', 'The reviews and articles you publish there.'],
        ]}
      />
    ),
  },
  {
    id: 'permissions',
    heading: 'The Facebook permissions we ask for',
    content: (
      <List
        items={FACEBOOK_PERMISSIONS.map((permission) => (
          <>
            <code className="font-mono text-sm">{permission}</code>: {PERMISSION_PURPOSE[permission].toLowerCase()}.
          </>
        ))}
      />
    ),
  },
  {
    id: 'cookies',
    heading: "Cookies and your browser's storage",
    content: (
      <p>
        One cookie keeps you logged in. It expires after 12 hours without use, and after 7 days in any case. If you need
        an invitation, another cookie remembers for an hour that you logged in with Facebook. Your theme and, for a
        while, what you were typing are kept in your browser too. Facebook's login script sets cookies of its own once
        you log in with it. We use no analytics and no tracking.
      </p>
    ),
  },
  {
    id: 'security',
    heading: 'How it is protected',
    content: (
      <p>
        Tokens and keys are stored encrypted. We check who you are and what you may do on every request. In Settings you
        can log out everywhere at once.
      </p>
    ),
  },
  {
    id: 'administrators',
    heading: 'What administrators can do',
    content: (
      <p>
        They decide who may log in, see the record of logins, and may act in your place for up to 60 minutes to help
        you. Each such visit is recorded under both names. They can't see your tokens, connect pages for you, or delete
        your account.
      </p>
    ),
  },
  {
    id: 'duration',
    heading: 'How long',
    content: (
      <p>
        Until you delete it: a post, a page, or your account with everything that belongs to it. What stays after that,
        and why, is explained in{' '}
        <a href="/user-data-deletion#stays" className="text-accent underline underline-offset-2">
          User Data Deletion
        </a>
        .
      </p>
    ),
  },
  {
    id: 'rights',
    heading: 'Your rights',
    content: (
      <p>
        You may ask what we hold about you, have it corrected, receive a copy, object to its use, and have it deleted.
        If you think we handle your data wrongly, you may also turn to the data protection authority where you live. You
        can do most of this here yourself. For the rest, write to <Contact />
      </p>
    ),
  },
  {
    id: 'children',
    heading: 'Children',
    content: <p>Pagecast is a tool for people who run business pages. It isn't meant for anyone under 18.</p>,
  },
  {
    id: 'changes',
    heading: 'Changes',
    content: (
      <p>
        When this page changes, so does the date at the top. If a change affects data we already hold, we tell you
        before it takes effect.
      </p>
    ),
  },
];

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro="What Pagecast knows about you and your pages, why, who else gets to see it, and for how long."
      short={[
        'We keep what it takes to publish your posts and to show how they did. Nothing else.',
        "We don't sell data, show advertising, follow you across sites, " +
          'or share data with third parties for their own purposes.',
        'Access tokens are encrypted, never shown, and used only to talk to Facebook.',
        <>
          You can delete everything yourself at any time. See{' '}
          <a href="/user-data-deletion" className="text-accent underline underline-offset-2">
            User Data Deletion
          </a>
          .
        </>,
      ]}
      sections={SECTIONS}
    />
  );
}

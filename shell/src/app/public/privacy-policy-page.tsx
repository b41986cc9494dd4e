import { FACEBOOK_PERMISSIONS } from '@pagecast/api/contract';
import { PERMISSION_PURPOSE } from '../facebook/permissions.ts';
import { Contact, LegalPage, List, Terms } from './legal-page.tsx';

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro="What Pagecast knows about you and your pages, why, who else gets to see it, and for how long."
      short={[
        'We keep what it takes to publish your posts and to show how they did. Nothing else.',
        'We do not sell data, show advertising, follow you across sites, or share data with third parties for their own purposes.',
        'Access tokens are encrypted, never shown, and used only to talk to Facebook.',
        <>
          You can delete everything at any time, by yourself: see{' '}
          <a href="/user-data-deletion" className="text-accent underline underline-offset-2">
            User Data Deletion
          </a>
          .
        </>,
      ]}
      sections={[
        {
          id: 'responsible',
          heading: 'Who is responsible',
          content: (
            <p>
              Whoever runs this installation of Pagecast decides why and how your data is processed, and answers for it.
              Write to <Contact /> about anything on this page.
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
                  'Your Facebook ID and name, your email address if Facebook gives it to us, your time zone, and the access token of your login: to know you again and to list the pages you manage.',
                ],
                [
                  'Your pages',
                  'Name, ID and category of each page you connect, and the access token that Facebook issues for it: to publish where you say. A page you remove loses its token at once.',
                ],
                [
                  'Your posts',
                  'What you write, generate, upload, plan and publish here, and what became of it: when it was edited, scheduled and sent, and what Facebook answered. So that you can see why a post did or did not go out.',
                ],
                [
                  'Reactions',
                  'The numbers of likes, comments and shares of your posts. Numbers only: we do not read who they came from or what a comment says.',
                ],
                [
                  'Generated text',
                  'What you asked the language model for, when, and what it cost: to keep within budgets and to show how a post came about.',
                ],
                ['Automation', 'The cycle you chose and your instructions for each page.'],
                [
                  'Logins',
                  'When and from which internet address you logged in or were refused: so that misuse can be noticed.',
                ],
                ['Acts of administrators', 'What administrators changed, and when they impersonated somebody.'],
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
                  'The topic, tone, language and length you enter; for automation, your instructions for the page and texts it posted lately, so that they are not repeated. Not your name, your email address or any token.',
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
                  <code className="font-mono text-sm">{permission}</code>:{' '}
                  {PERMISSION_PURPOSE[permission].toLowerCase()}.
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
              One cookie keeps you logged in; it ends after 12 hours without you, and after 7 days in any case. If you
              need an invitation, another cookie remembers for an hour that you logged in with Facebook. Your theme and,
              for a while, what you were typing are kept in your browser too. Facebook's login script sets cookies of
              its own once you log in with it. We use no analytics and no tracking.
            </p>
          ),
        },
        {
          id: 'security',
          heading: 'How it is protected',
          content: (
            <p>
              Tokens and keys are stored encrypted. Every request checks again who you are and what you may do. Settings
              lets you end all your sessions at once.
            </p>
          ),
        },
        {
          id: 'administrators',
          heading: 'What administrators can do',
          content: (
            <p>
              They decide who may log in, see the record of logins, and may act in your place for up to 60 minutes to
              help you. Each such visit is recorded under both names. They cannot see your tokens, connect pages for
              you, or delete your account.
            </p>
          ),
        },
        {
          id: 'duration',
          heading: 'How long',
          content: (
            <p>
              Until you delete it: a post, a page, or your account with everything that belongs to it. What stays after
              that, and why, is explained in{' '}
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
              You may ask what we hold about you, have it corrected, receive a copy, object to its use, and have it
              deleted. Most of it you can do here by yourself; for the rest write to <Contact />. If you think we handle
              your data wrongly, you may also turn to the data protection authority where you live.
            </p>
          ),
        },
        {
          id: 'children',
          heading: 'Children',
          content: <p>Pagecast is a tool for people who run business pages. It is not meant for anybody under 18.</p>,
        },
        {
          id: 'changes',
          heading: 'Changes',
          content: (
            <p>
              When this page changes, so does the date on top. Should a change concern what we already hold, you are
              told before it counts.
            </p>
          ),
        },
      ]}
    />
  );
}

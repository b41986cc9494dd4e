import { SPACING_MINUTES } from '@pagecast/api/contract';
import { Contact, LegalPage, List } from './legal-page.tsx';

export function TermsOfServicePage() {
  return (
    <LegalPage
      title="Terms of Service"
      intro="The rules for using Pagecast, in plain words. By logging in you agree to them."
      short={[
        'You may use Pagecast if you were invited, for pages that you are entitled to manage.',
        'What goes out is yours: your words, your pictures, your responsibility, generated texts included.',
        'A post goes out once, at its time, or you are told why it did not.',
        'You can leave at any time and take everything down with you.',
      ]}
      sections={[
        {
          id: 'who',
          heading: 'Who may use it',
          content: (
            <p>
              Pagecast is private: an account needs an invitation or an administrator's permission. You must be at least
              18, log in with your own Facebook account, and connect only pages whose owner has given you that task.
            </p>
          ),
        },
        {
          id: 'account',
          heading: 'Your account',
          content: (
            <p>
              Keep your Facebook login to yourself: whoever has it can publish in your pages' names. If a device is
              lost, end all your sessions in Settings, and tell us.
            </p>
          ),
        },
        {
          id: 'content',
          heading: 'What you publish',
          content: (
            <>
              <p>
                You answer for every post that goes out on your behalf, whether you wrote it, generated it, or let
                automation make it.
              </p>
              <List
                items={[
                  'It must be lawful, and yours to publish: text, pictures, video and music.',
                  <>
                    It must follow the rules of where it appears, such as Facebook's Terms and Community Standards.
                    Facebook may limit or remove what does not, and we cannot change that.
                  </>,
                  'It stays yours. You only allow us to store it, to prepare it, and to send it where you say.',
                ]}
              />
            </>
          ),
        },
        {
          id: 'generated',
          heading: 'Generated text',
          content: (
            <p>
              A language model can be wrong, and can be wrong convincingly. Read what it wrote before it goes out:
              names, prices, dates and claims above all. Where the law asks you to say that a text was generated, saying
              so is up to you.
            </p>
          ),
        },
        {
          id: 'automation',
          heading: 'Automation',
          content: (
            <p>
              Automation writes and publishes on its own for the pages you switch on, as often as you say, and never
              more often than every {SPACING_MINUTES} minutes on one page. It runs until you stop it. What it has
              planned you can see, change and clear at any time.
            </p>
          ),
        },
        {
          id: 'not',
          heading: 'What is not allowed',
          content: (
            <List
              items={[
                'Spam, deception, or posting in the name of others.',
                'Going around the limits of Pagecast, of Facebook or of the language model.',
                'Looking for a way into accounts, data or systems that are not yours.',
              ]}
            />
          ),
        },
        {
          id: 'promise',
          heading: 'What you can expect from us',
          content: (
            <p>
              We do our best that a post goes out exactly once and on time, and that you are told within a minute when
              it could not. We depend on Facebook, on the language model and on networks, and cannot answer for their
              outages or decisions. As far as the law allows, Pagecast comes without further warranty, and our liability
              ends where we acted with ordinary care.
            </p>
          ),
        },
        {
          id: 'end',
          heading: 'Ending it',
          content: (
            <p>
              You may delete your account in Settings at any time. What that removes is explained in{' '}
              <a href="/user-data-deletion" className="text-accent underline underline-offset-2">
                User Data Deletion
              </a>
              . We may withdraw access from an account that breaks these rules. Posts that have gone out stay on your
              pages.
            </p>
          ),
        },
        {
          id: 'changes',
          heading: 'Changes',
          content: (
            <p>
              When these rules change, so does the date at the top, and we tell you before an important change takes
              effect. By continuing to use Pagecast you agree to them.
            </p>
          ),
        },
        {
          id: 'contact',
          heading: 'Contact',
          content: (
            <p>
              Questions about these rules, or about somebody who breaks them: write to <Contact />.
            </p>
          ),
        },
      ]}
    />
  );
}

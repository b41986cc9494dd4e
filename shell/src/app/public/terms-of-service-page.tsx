import { SPACING_MINUTES } from '@pagecast/api/contract';
import { Contact, LegalPage, List, type LegalSection } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'who',
    heading: 'Who may use it',
    content: (
      <p>
        Pagecast is private: an account needs an invitation or an administrator's permission. You must be at least 18,
        log in with your own Facebook account, and connect only pages whose owner has given you that task.
      </p>
    ),
  },
  {
    id: 'account',
    heading: 'Your account',
    content: (
      <p>
        Keep your Facebook login to yourself, because anyone who has it can publish on your pages. If you lose a device,
        log out everywhere in Settings, and tell us.
      </p>
    ),
  },
  {
    id: 'content',
    heading: 'What you publish',
    content: (
      <>
        <p>
          You're responsible for every post that goes out on your behalf, whether you wrote it, generated it, or let
          automation write it.
        </p>
        <List
          items={[
            'It must be lawful, and yours to publish: text, images, video and music.',
            <>
              It must follow the rules of where it appears, such as Facebook's Terms and Community Standards. Facebook
              may limit or remove what doesn't, and we can't change that.
            </>,
            'It stays yours. You only allow us to store it, prepare it, and send it where you ask us to.',
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
        A language model can be wrong, and can be wrong convincingly. Read what it wrote before it goes out: names,
        prices, dates and claims above all. Where the law asks you to say that a text was generated, that's your
        responsibility.
      </p>
    ),
  },
  {
    id: 'automation',
    heading: 'Automation',
    content: (
      <p>
        Automation writes and publishes for the pages you turn on, as often as you choose, and never more often than
        every {SPACING_MINUTES} minutes on one page. It runs until you stop it. You can see, change and clear what it
        has planned at any time.
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
          'Getting around the limits of Pagecast, of Facebook or of the language model.',
          "Looking for a way into accounts, data or systems that aren't yours.",
        ]}
      />
    ),
  },
  {
    id: 'promise',
    heading: 'What you can expect from us',
    content: (
      <p>
        We do our best to publish each post exactly once and on time, and to tell you within a minute if we couldn't. We
        depend on Facebook, the language model and networks, and aren't responsible for their outages or decisions. As
        far as the law allows, Pagecast comes without further warranty, and we aren't liable where we acted with
        ordinary care.
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
        . We may withdraw access from an account that breaks these rules. Published posts stay on your pages.
      </p>
    ),
  },
  {
    id: 'changes',
    heading: 'Changes',
    content: (
      <p>
        When these rules change, so does the date at the top, and we tell you before an important change takes effect.
        By continuing to use Pagecast you agree to them.
      </p>
    ),
  },
  {
    id: 'contact',
    heading: 'Contact',
    content: (
      <p>
        Questions about these rules, or about somebody who breaks them: write to <Contact />
      </p>
    ),
  },
];

export function TermsOfServicePage() {
  return (
    <LegalPage
      title="Terms of Service"
      intro="The rules for using Pagecast, in plain words. By logging in you agree to them."
      short={[
        'You may use Pagecast if you were invited, for pages that you are entitled to manage.',
        'What you publish is yours and your responsibility, including text the AI wrote for you.',
        "A post goes out once, at its time, or we tell you why it didn't.",
        'You can leave at any time and delete everything.',
      ]}
      sections={SECTIONS}
    />
  );
}

import { useSearchParams } from 'react-router';
import { DeletionStatus } from './deletion-status.tsx';
import { LegalPage, List } from './legal-page.tsx';

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro="What Pagecast knows about you and your pages, why, and for how long."
      sections={[
        {
          heading: 'What we keep',
          content: (
            <List items={[
              'Your Facebook ID and name, and your email address if Facebook gives it to us.',
              'The pages you connect: name, ID, category, and an access token that Facebook issues for each. Tokens are encrypted and never leave our server.',
              'The posts you write, generate, schedule and publish here, with the numbers of likes, comments and shares that Facebook reports for them.',
              'When and from which address you logged in, so that misuse can be noticed.',
            ]} />
          ),
        },
        {
          heading: 'What we use it for',
          content: <p>Only to run the functions you see: listing your pages, publishing what you tell us to publish, and showing how it did. We do not sell your data, show advertising, or share your data with third parties for their own purposes.</p>,
        },
        {
          heading: 'Who processes it for us',
          content: <p>Facebook receives the posts you publish. The provider of the language model receives the topic, tone and length you enter when you ask for generated text, but not your name, your tokens or your pages.</p>,
        },
        {
          heading: 'The permissions we ask for',
          content: (
            <List items={[
              <><code className="font-mono">pages_show_list</code>: to display the business pages you manage.</>,
              <><code className="font-mono">pages_manage_posts</code>: to publish posts to the pages you choose.</>,
              <><code className="font-mono">pages_read_engagement</code>: to show likes, comments and shares of your posts.</>,
            ]} />
          ),
        },
        { heading: 'Cookies', content: <p>One cookie keeps you logged in. Your choice of light or dark theme stays in your browser. We use no tracking cookies.</p> },
        { heading: 'How long', content: <p>Until you delete it. Settings has a button that deletes everything at once; the page on user data deletion says what goes and how.</p> },
      ]}
    />
  );
}

export function TermsOfServicePage() {
  return (
    <LegalPage
      title="Terms of Service"
      intro="The rules for using Pagecast, in plain words."
      sections={[
        { heading: 'Who may use it', content: <p>Pagecast is private: an account needs an invitation. You may only connect pages that you are entitled to manage.</p> },
        {
          heading: 'What you publish',
          content: <p>You are responsible for every post that goes out on your behalf, including text that was generated for you. Read it before you publish it. Posts must follow the law and the rules of the network they appear on.</p>,
        },
        {
          heading: 'Automation',
          content: <p>Automated posting runs only while you leave it switched on, and never more often than every 30 minutes for one page.</p>,
        },
        {
          heading: 'What you can expect from us',
          content: <p>A post goes out once, at its time, or you are told why it did not. We cannot answer for outages or decisions of Facebook or other networks.</p>,
        },
        { heading: 'Ending it', content: <p>You may delete your account at any time in Settings. We may withdraw access from accounts that break these rules.</p> },
      ]}
    />
  );
}

export function UserDataDeletionPage() {
  const code = useSearchParams()[0].get('code') ?? '';
  return (
    <LegalPage
      title="User Data Deletion"
      intro="How to remove everything Pagecast keeps about you."
      {...(code !== '' && { notice: <DeletionStatus code={code} /> })}
      sections={[
        {
          heading: 'In Pagecast',
          content: (
            <ol className="list-decimal space-y-1 pl-5">
              <li>Log in and open Settings.</li>
              <li>Under Account Management choose Delete Account.</li>
              <li>Confirm. You are logged out, and your data is deleted.</li>
            </ol>
          ),
        },
        {
          heading: 'What is removed',
          content: (
            <List items={['Posts and content', 'Connected pages with their access tokens', 'Automation settings and jobs', 'Your user profile and account data']} />
          ),
        },
        {
          heading: 'On Facebook',
          content: <p>You can also remove the app in your Facebook settings under Apps and Websites. Posts that were published stay on your page until you delete them there.</p>,
        },
      ]}
    />
  );
}

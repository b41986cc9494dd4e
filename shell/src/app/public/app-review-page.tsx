import { facebookConfig, FACEBOOK_PERMISSIONS, type FacebookPermission } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ChartColumn, CircleCheck, Link as LinkIcon, List, ListChecks, Send, Sparkles } from 'lucide-react';
import { apiQuery, Card, HostProvider, type HostApi } from '../../kit/index.ts';
import { ConnectionCard, ConnectPagesCard } from '../connection/connection-card.tsx';
import { DATA_USE, PERMISSION_PURPOSE } from '../facebook/permissions.ts';
import { PublicHeader } from './public-header.tsx';
import { routerSeam } from '../frame/router-seam.tsx';
import { useTitle } from '../browser/use-title.ts';
import { sessionQuery } from '../session/session-query.ts';

const USES: Record<FacebookPermission, { Icon: typeof List; text: string; where: string }> = {
  pages_show_list: {
    Icon: List,
    text: 'After login we list the pages you manage, so you can choose where a post goes.',
    where: 'See it below, in Settings, and where a page is chosen.',
  },
  pages_manage_posts: {
    Icon: Send,
    text: 'When you press Publish or Schedule, we publish the post on the page you chose, and on no other.',
    where: 'See it in the Content Generator.',
  },
  pages_read_engagement: {
    Icon: ChartColumn,
    text: 'We read likes, comments and shares of your posts. Numbers only, and of your own posts only.',
    where: 'See it on the Dashboard and in Post History.',
  },
};

const STEPS = [
  { Icon: LinkIcon, title: 'Connect account', text: 'Log in with Facebook and grant the three permissions.' },
  { Icon: ListChecks, title: 'Select pages', text: 'We list your pages. Connect the ones you want to post to.' },
  { Icon: Sparkles, title: 'Generate AI content', text: 'Choose a topic, tone and length, then edit the result.' },
  { Icon: Send, title: 'Schedule and publish', text: 'Publish now, or choose a day and time.' },
] as const;

const STATEMENTS = [
  DATA_USE,
  'Access tokens are encrypted on our server and are never shown or shared.',
  'Nothing is posted unless the person who manages the page asked for it or set it up.',
  'Everyone can delete their account and all data at any time.',
];

const LINKS = [
  ['/content-generator', 'Content Generator'],
  ['/dashboard', 'Dashboard'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/user-data-deletion', 'User Data Deletion'],
] as const;

/** For the network's reviewers, who have no invitation: what the permissions are for, and a login that works. */
export function AppReviewPage({ notify }: Pick<HostApi, 'notify'>) {
  useTitle('App Review Demo');
  return (
    <div className="mx-auto flex min-h-dvh max-w-5xl flex-col gap-6 px-4 py-10">
      <PublicHeader />
      <main className="flex flex-col gap-4">
        <div className="mb-2">
          <h1 tabIndex={-1} className="text-2xl font-semibold">
            App Review Demo
          </h1>
          <p className="mt-1 max-w-[72ch] text-read text-ink-soft">
            Pagecast helps people who run Facebook pages write, schedule and publish posts. This page shows why it needs
            each permission, and lets you try it.
          </p>
        </div>
        <Permissions />
        <HowItWorks />
        <LoginWidget notify={notify} />
        <Compliance />
      </main>
      <MoreLinks />
    </div>
  );
}

/** What each permission is for. */
function Permissions() {
  return (
    <Card title="Permissions">
      <dl className="grid gap-5 wrap-anywhere md:grid-cols-3">
        {FACEBOOK_PERMISSIONS.map((permission) => {
          const { Icon, text, where } = USES[permission];
          return (
            <div key={permission} className="flex flex-col gap-1">
              <dt>
                <Icon aria-hidden className="mb-2 size-5 text-accent" />
                <span className="block font-medium">{PERMISSION_PURPOSE[permission]}</span>
                <code className="font-mono text-xs text-ink-soft">{permission}</code>
              </dt>
              <dd>{text}</dd>
              <dd className="text-ink-soft">{where}</dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

function HowItWorks() {
  return (
    <Card title="How it works">
      <ol className="grid gap-5 sm:grid-cols-2 md:grid-cols-4">
        {STEPS.map(({ Icon, title, text }, index) => (
          <li key={title}>
            <p className="mb-2 flex items-center gap-2 text-accent">
              <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft">
                <Icon aria-hidden className="size-4" />
              </span>
              {index < STEPS.length - 1 && (
                <ArrowRight aria-hidden className="ml-auto size-4 text-line-strong max-md:hidden" />
              )}
            </p>
            <p className="font-medium">
              {index + 1}. {title}
            </p>
            <p className="text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** What we promise, and whom to write to. */
function Compliance() {
  const { data: config } = useQuery(apiQuery(facebookConfig));
  return (
    <Card title="Compliance">
      <ul className="grid gap-x-6 gap-y-2 md:grid-cols-2">
        {STATEMENTS.map((statement) => (
          <li key={statement} className="flex gap-2">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            {statement}
          </li>
        ))}
      </ul>
      <p className="mt-4 min-h-5 text-ink-soft">
        {config !== undefined && (
          <>
            Developer contact:{' '}
            <a href={`mailto:${config.supportEmail}`} className="text-accent underline underline-offset-2">
              {config.supportEmail}
            </a>
          </>
        )}
      </p>
    </Card>
  );
}

function MoreLinks() {
  return (
    <nav aria-label="More">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {LINKS.map(([href, label]) => (
          <li key={href}>
            <a
              href={href}
              className={
                'inline-flex min-h-6 items-center py-1 text-accent underline underline-offset-2 ' +
                'pointer-coarse:min-h-11'
              }
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same that Settings has: the way in, and once inside the pages that Facebook lists. */
function LoginWidget({ notify }: Pick<HostApi, 'notify'>) {
  // The page's start has asked, or knew.
  const { data: user } = useQuery({ ...sessionQuery, enabled: false });
  if (!user) return <ConnectPagesCard />;
  // Facebook knows who sits here, and that is not whose place it is.
  if (user.impersonatedBy) return null;
  return (
    <HostProvider host={{ version: 1, user, router: routerSeam, notify }}>
      <ConnectionCard />
    </HostProvider>
  );
}

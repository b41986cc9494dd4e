import { facebookConfig, FACEBOOK_PERMISSIONS, type FacebookPermission } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { Link as LinkIcon, ListChecks, Send, Sparkles } from 'lucide-react';
import { apiQuery, Card } from '../../kit/index.ts';
import { ConnectPagesCard } from '../facebook/connection-card.tsx';
import { DATA_USE, PERMISSION_PURPOSE } from '../facebook/permissions.ts';
import { Logo } from '../frame/logo.tsx';
import { useTitle } from '../frame/use-title.ts';

const USES: Record<FacebookPermission, string> = {
  pages_show_list: 'After login we list the pages you manage, so that you can choose where a post goes.',
  pages_manage_posts: 'When you press Publish or Schedule, we create the post on the page you chose, and on no other.',
  pages_read_engagement: 'We read likes, comments and shares of your posts and show them in history and on the dashboard.',
};

const STEPS = [
  { Icon: LinkIcon, title: 'Connect account', text: 'Log in with Facebook and grant the three permissions.' },
  { Icon: ListChecks, title: 'Select pages', text: 'Your pages appear in Settings; connect those you want to post to.' },
  { Icon: Sparkles, title: 'Generate AI content', text: 'Enter a topic, tone and length; edit what comes.' },
  { Icon: Send, title: 'Schedule and publish', text: 'Publish at once, or choose a day and time.' },
] as const;

const LINKS = [['/content-generator', 'Content Generator'], ['/dashboard', 'Dashboard'], ['/privacy-policy', 'Privacy Policy'], ['/user-data-deletion', 'User Data Deletion']] as const;

/** For the network's reviewers, who have no invitation: what the permissions are for, and a login that works. */
export function AppReviewPage() {
  useTitle('App Review Demo');
  const { data: config } = useQuery(apiQuery(facebookConfig));
  return (
    <div className="mx-auto flex min-h-dvh max-w-4xl flex-col gap-6 px-4 py-10">
      <header className="flex items-center gap-3 font-semibold"><Logo />Pagecast</header>
      <main className="flex flex-col gap-6">
        <div>
          <h1 tabIndex={-1} className="text-2xl font-semibold">App Review Demo</h1>
          <p className="mt-1 text-ink-soft">Pagecast helps people who run Facebook pages to write, schedule and publish posts. This page shows how it uses each permission.</p>
        </div>
        <Card title="Permissions">
          <dl className="flex flex-col gap-4">
            {FACEBOOK_PERMISSIONS.map((permission) => (
              <div key={permission}>
                <dt className="font-medium">{PERMISSION_PURPOSE[permission]} <code className="font-mono text-xs text-ink-soft">{permission}</code></dt>
                <dd className="text-ink-soft">{USES[permission]}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title="How it works">
          <ol className="grid gap-4 sm:grid-cols-2">
            {STEPS.map(({ Icon, title, text }, index) => (
              <li key={title} className="flex gap-3">
                <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent"><Icon aria-hidden className="size-4" /></span>
                <div><p className="font-medium">{index + 1}. {title}</p><p className="text-ink-soft">{text}</p></div>
              </li>
            ))}
          </ol>
        </Card>
        <ConnectPagesCard />
        <Card title="Compliance">
          <ul className="list-disc space-y-1 pl-5">
            <li>{DATA_USE}</li>
            <li>Access tokens are encrypted on our server and are never shown or shared.</li>
            <li>Nothing is posted without an action or a setting of the person who owns the page.</li>
            <li>Everyone can delete their account and all data at any time.</li>
          </ul>
          {config !== undefined && <p className="mt-4">Developer contact: <a href={`mailto:${config.supportEmail}`} className="text-accent underline underline-offset-2">{config.supportEmail}</a></p>}
        </Card>
      </main>
      <nav aria-label="More">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {LINKS.map(([href, label]) => <li key={href}><a href={href} className="inline-block py-1 text-accent underline underline-offset-2">{label}</a></li>)}
        </ul>
      </nav>
    </div>
  );
}

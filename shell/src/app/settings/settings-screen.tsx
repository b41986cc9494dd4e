import { checkPagesStatus, type User } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { apiQuery, Card, ScreenHeading, useEver, useUser } from '../../kit/index.ts';
import { ConnectionCard } from '../connection/connection-card.tsx';
import { DATA_USE } from '../facebook/permissions.ts';
import { useTitle } from '../browser/use-title.ts';
import { useLocation } from 'react-router-dom';
import { AccountCard } from './account-card.tsx';
import { ConnectedPagesCard } from './connected-pages-card.tsx';
import { EmailCard } from './email-card.tsx';
import { NotificationsCard } from './notifications/notifications-card.tsx';
import { SharedPagesCard } from './people/shared-pages-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { nameOf } from '../session/session-query.ts';
import { TokensCard } from './tokens/tokens-card.tsx';
import { TimeZoneCard } from './time-zone-card.tsx';
import { WebhooksCard } from './webhooks/webhooks-card.tsx';
import { YourDataCard } from './your-data/your-data-card.tsx';

export function SettingsScreen() {
  useTitle('Settings');
  const user = useUser();
  // The list of pages may be long: what stands below comes after it, and is not pushed away under somebody's hand.
  const areOthersShown = useEver(!useQuery(apiQuery(checkPagesStatus)).isPending);
  return (
    <>
      <ScreenHeading title="Settings" subtitle="Your pages, your data, your account." />
      <div className="flex flex-col gap-4">
        <ConnectedPagesCard />
        {areOthersShown && <Others user={user} />}
      </div>
    </>
  );
}

function Others({ user }: { user: User }) {
  const isOwn = !user.impersonatedBy;
  return (
    <>
      {/* Facebook knows who sits here, and that is not whose place it is. */}
      {isOwn && <ConnectionCard />}
      <SharedPagesCard />
      <TimeZoneCard />
      <Reached isOwn={isOwn} />
      <PrivacyCard />
      {isOwn ? (
        <>
          <YourData />
          <SessionsCard />
          <AccountCard />
        </>
      ) : (
        <ForThemselves name={nameOf(user)} />
      )}
    </>
  );
}

/** Ways to be told things. Their code comes with this screen, and is of no use to any other. */
function Reached({ isOwn }: { isOwn: boolean }) {
  const { hash } = useLocation();
  return (
    <>
      <div id="notifications" className="scroll-mt-20">
        <NotificationsCard />
      </div>
      <EmailCard isOwn={isOwn} />
      <div id="webhooks" ref={hash === '#webhooks' ? scrollTo : null} className="scroll-mt-20">
        <WebhooksCard />
      </div>
      <div id="tokens" ref={hash === '#tokens' ? scrollTo : null} className="scroll-mt-20">
        <TokensCard />
      </div>
    </>
  );
}

function YourData() {
  const { hash } = useLocation();
  return (
    <div id="data" ref={hash === '#data' ? scrollTo : null} className="scroll-mt-20">
      <YourDataCard />
    </div>
  );
}

/** An address leads here before the cards are. */
function scrollTo(section: HTMLElement | null) {
  section?.scrollIntoView();
}

function ForThemselves({ name }: { name: string }) {
  return (
    <Card title="Account Management">
      <p className="max-w-[72ch] text-ink-soft">
        Only {name} can connect pages, log out everywhere or delete this account.
      </p>
    </Card>
  );
}

function PrivacyCard() {
  return (
    <Card title="Privacy">
      <p className="max-w-[72ch] text-ink-soft">{DATA_USE} It covers your pages, your posts and their performance.</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <NewTab href="/privacy-policy">Privacy Policy</NewTab>
        <NewTab href="/user-data-deletion">User Data Deletion</NewTab>
      </div>
    </Card>
  );
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={
        'inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-surface px-3.5 ' +
        'font-medium hover:bg-sunken pointer-coarse:h-11'
      }
    >
      {children}
      <ExternalLink aria-hidden className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

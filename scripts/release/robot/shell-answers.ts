import { readMailSettings } from '../../../api/src/contract/mail.ts';
import { listNotifications } from '../../../api/src/contract/notifications.ts';
import { checkPagesStatus, listPages, listPageWarnings } from '../../../api/src/contract/pages.ts';
import { countProposals } from '../../../api/src/contract/proposal-count.ts';
import { currentUser, facebookConfig } from '../../../api/src/contract/session.ts';
import { readSettings } from '../../../api/src/contract/settings.ts';
import { readStatus } from '../../../api/src/contract/status.ts';
import { listWaitingPosts } from '../../../api/src/contract/waiting-posts.ts';
import { samplePage } from '../smoke-samples.ts';
import { answer, type SmokeAnswer } from '../smoke.ts';

/** Robots talk to nobody outside. */
export const NO_SDK = '/api/no-sdk.js';

/** What the shell asks for on every screen: a person who does not exist, with one page, and nothing that is wrong. */
export function shellAnswers({ isAdmin }: { readonly isAdmin: boolean }): SmokeAnswer[] {
  return [
    answer(currentUser, {
      id: '100000000000001',
      firstName: 'Smoke',
      lastName: 'Robot',
      email: null,
      isAdmin,
      timeZone: 'UTC',
      areFirstStepsOpen: false,
    }),
    answer(readSettings, { timeZone: 'UTC', theme: 'system' }),
    answer(readMailSettings, {
      isSetUp: false,
      isOn: true,
      address: null,
      isFromFacebook: false,
      pendingAddress: null,
      bounce: null,
      quietHours: null,
      timeZone: 'UTC',
      mutedPageIds: [],
    }),
    answer(readStatus, { loop: { isRunning: true, lastTickAt: '2026-01-05T09:00:00.000Z' }, appMode: 'production' }),
    answer(listPages, [samplePage]),
    answer(checkPagesStatus, [samplePage]),
    answer(listNotifications, { unread: 0, notifications: [] }),
    answer(listPageWarnings, []),
    answer(countProposals, { waiting: 0 }),
    answer(listWaitingPosts, { posts: [], pagination: { page: 1, limit: 1, pages: 1, total: 0, all: 0 } }),
    answer(facebookConfig, {
      appId: '100000000000000',
      version: 'v19.0',
      sdkUrl: NO_SDK,
      supportEmail: 'support@localhost',
      fiztechHost: 'fiztech.example',
    }),
  ];
}

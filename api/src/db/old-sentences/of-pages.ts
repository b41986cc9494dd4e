import type { Hindrance, StoredProblem } from '../../contract/problems.ts';
import { reader, type Gaps } from './sentence.ts';

const ASK = 'Ask an admin of the page for the right to create content, then reconnect it.';
const STAY = '{posts} scheduled posts {stay}.';
const RECONNECT = 'reconnect' as const;

const pageOf = ({ page = '' }: Gaps) => ({ page });

/** What was said of pages. */
export const OF_PAGES = [
  reader<Hindrance>(
    'reconnect',
    `Facebook no longer accepts our access to {page}. Reconnect it; ${STAY}`,
    (gaps, { ofLogin }) => ({
      code: 'reconnect',
      action: RECONNECT,
      params: { ...pageOf(gaps), ...(ofLogin === true ? { ofLogin } : {}) },
    }),
  ),
  reader<Hindrance>(
    'lost_key',
    `Pagecast has lost its access to {page}, because the server's key was replaced. Reconnect it; ${STAY}`,
    (gaps) => ({ code: 'lost_key', action: RECONNECT, params: pageOf(gaps) }),
  ),
  reader<Hindrance>(
    'other_app',
    `Our access to {page} belongs to another Facebook app than the one in use. Reconnect it; ${STAY}`,
    (gaps) => ({ code: 'other_app', action: RECONNECT, params: pageOf(gaps) }),
  ),
  reader<Hindrance>('no_permission', `Your role on {page} does not allow posting. ${ASK}`, (gaps) => ({
    code: 'no_permission',
    action: RECONNECT,
    params: { ...pageOf(gaps), because: 'role', said: null },
  })),
  reader<Hindrance>('no_permission', `Facebook does not let this account post on {page}. ${ASK}`, (gaps) => ({
    code: 'no_permission',
    action: RECONNECT,
    params: { ...pageOf(gaps), because: 'refused', said: null },
  })),
  reader<Hindrance>(
    'missing_permissions',
    `Facebook no longer gives Pagecast {permissions} for {page}. Reconnect it and leave every permission ticked; ${STAY}`,
    (gaps) => ({
      code: 'missing_permissions',
      action: RECONNECT,
      params: { ...pageOf(gaps), permissions: (gaps['permissions'] ?? '').split(' and ') },
    }),
  ),
  reader<Hindrance>(
    'left_out',
    `{page} was left out of the pages that Pagecast may post on. Reconnect it and tick this page too; ${STAY}`,
    (gaps) => ({ code: 'left_out', action: RECONNECT, params: pageOf(gaps) }),
  ),
  reader<StoredProblem>(
    'expiring',
    `Our access to {page} ends before the last of its scheduled posts. Reconnect it before that; ${STAY}`,
    (gaps) => ({ code: 'expiring', action: RECONNECT, params: pageOf(gaps) }),
  ),
];

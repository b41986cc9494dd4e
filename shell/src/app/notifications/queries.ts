import { countProposals, listNotifications, listPageWarnings } from '@pagecast/api/contract';
import { apiQuery } from '../../kit/index.ts';

export const notificationsQuery = apiQuery(listNotifications);
export const warningsQuery = apiQuery(listPageWarnings);
/** What waits for a word of theirs. */
export const waitingQuery = apiQuery(countProposals);

import { listNotifications, listPageWarnings } from '@pagecast/api/contract';
import { apiQuery } from '../../kit/index.ts';

export const notificationsQuery = apiQuery(listNotifications);
export const warningsQuery = apiQuery(listPageWarnings);

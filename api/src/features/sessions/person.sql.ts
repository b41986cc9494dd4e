import type { Environment } from '../../contract/common.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Session } from '../../http/session.ts';
import { spacingMinutesSql } from '../../networks/spacing.sql.ts';

/** Whose call it is, of the row `w` of users: the same by a cookie and by a token. */
export const PERSON_COLUMNS = `w.id as user_id, w.environment, w.facebook_id, w.name, w.first_name, w.last_name,
    w.email, w.time_zone, w.browser_time_zone, w.first_steps_dismissed_at is null as are_first_steps_open,
    ${spacingMinutesSql('w.id')} as spacing_minutes`;

export interface PersonRow {
  user_id: UserId;
  environment: Environment;
  facebook_id: string;
  name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  time_zone: string | null;
  browser_time_zone: string | null;
  are_first_steps_open: boolean;
  spacing_minutes: number;
}

type Person = Omit<Session, 'idHash' | 'isAdmin' | 'impersonator' | 'token' | 'onlyPages'>;

export function toPerson(row: PersonRow): Person {
  return {
    userId: row.user_id,
    environment: row.environment,
    facebookId: row.facebook_id,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    timeZone: row.time_zone,
    browserTimeZone: row.browser_time_zone,
    areFirstStepsOpen: row.are_first_steps_open,
    spacingMinutes: row.spacing_minutes,
  };
}

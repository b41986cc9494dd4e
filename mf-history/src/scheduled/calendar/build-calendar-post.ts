import { FACEBOOK, type CalendarPost } from '@pagecast/api/contract';

/** For tests: a planned post as a calendar has it; a test names only what matters to it. */
export function buildCalendarPost(id: number, scheduledAt: string, part: Partial<CalendarPost> = {}): CalendarPost {
  return {
    id,
    scheduledAt,
    excerpt: `Post ${id}`,
    status: 'scheduled',
    facebookPageId: 7,
    pageName: 'Corner Bakery',
    publishPlatform: FACEBOOK,
    mediaType: 'text',
    hasProblem: false,
    matches: true,
    ...part,
  };
}

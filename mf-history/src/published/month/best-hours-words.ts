import type { BestHour, BestHours } from '@pagecast/api/contract';

const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** When it is, such as "Tuesdays 19-21". */
export function describeHours({ weekday, fromHour, toHour }: BestHour): string {
  return `${weekday === null ? 'any day' : (DAYS[weekday - 1] ?? '')} ${fromHour}-${toHour === 0 ? 24 : toHour}`;
}

/** What a best hour rests on. */
export function describeEvidence(hour: BestHour): string {
  const { posts, percent, low, high } = hour;
  return (
    `${posts.toLocaleString('en')} posts on ${describeHours(hour)}: ` +
    `${percent.toLocaleString('en')} % above median, likely ${signed(low)} to ${signed(high)}`
  );
}

/** Why no best hour is told. */
export function describeTooFew({ posts, slots }: Pick<BestHours, 'posts' | 'slots'>): string {
  if (posts === 0) return 'Not enough posts to tell: none from the last 90 days has figures yet.';
  const counted = posts === 1 ? '1 post' : `${posts.toLocaleString('en')} posts`;
  return slots === 0
    ? `Not enough posts to tell. We need five at the same time of the week, and found ${counted} from the last 90 days.`
    : `Not enough posts to tell. Among ${counted} from the last 90 days, no time of the week stands out from chance.`;
}

const signed = (value: number) => (value < 0 ? '' : '+') + value.toLocaleString('en');

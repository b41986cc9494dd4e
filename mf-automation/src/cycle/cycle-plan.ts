import { intervalMinutes, keptIntervalMinutes, postsThatFit } from '@pagecast/api/contract';

export interface CyclePlan {
  /** As computed; may be below the minimum. */
  readonly intervalMinutes: number;
  readonly isCompliant: boolean;
  /** The least that its posts stay apart. */
  readonly spacingMinutes: number;
  /** When each post goes out, in minutes from the start of the cycle: only those that fit before the next one. */
  readonly offsets: readonly number[];
  readonly asked: number;
}

/** What one cycle of a page comes to. */
export function planCycle(frequencyHours: number, contentCount: number, spacingMinutes: number): CyclePlan {
  const interval = intervalMinutes(frequencyHours, contentCount, spacingMinutes);
  const kept = keptIntervalMinutes(frequencyHours, contentCount, spacingMinutes);
  const length = postsThatFit(frequencyHours, contentCount, spacingMinutes);
  return {
    intervalMinutes: interval,
    isCompliant: interval >= spacingMinutes,
    spacingMinutes,
    offsets: Array.from({ length }, (_, index) => index * kept),
    asked: contentCount,
  };
}

/** '45 min', '1 h 30 min', '24 h'. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}

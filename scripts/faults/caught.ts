import type { FaultKind } from './kinds.ts';

/** What is asked of a share: a fault is met by so few people, for no longer. */
const [MOST_PEOPLE, MOST_SECONDS] = [3, 60];

/** What became of a version with a fault. */
export interface Caught {
  readonly kind: Pick<FaultKind, 'name' | 'isSilent'>;
  readonly metBy: number;
  /** Since the first person opened the area; null where it was not taken back. */
  readonly seconds: number | null;
  readonly said: string | null;
  readonly areOthersWell: boolean;
}

const isTaken = ({ seconds }: Caught) => seconds !== null;
const isSoon = ({ metBy, seconds }: Caught) => metBy <= MOST_PEOPLE && seconds !== null && seconds <= MOST_SECONDS;

/** The names of those that stayed, met too many people or took too long, or broke another area. None tried is one. */
export function missed(caught: readonly Caught[]): readonly string[] {
  if (caught.length === 0) return ['no fault has such a name'];
  return caught.filter((one) => !isSoon(one) || !one.areOthersWell).map(({ kind }) => kind.name);
}

export function lineOf({ kind, metBy, seconds, said, areOthersWell }: Caught): string {
  const how = kind.isSilent === true ? 'refused by its robot' : 'taken back';
  const end = seconds === null ? `not ${how}` : `${how} after ${seconds} s: ${said}`;
  return `${kind.name.padEnd(32)} met by ${metBy} · ${end}${areOthersWell ? '' : ' · ANOTHER AREA IS BROKEN'}`;
}

export function totalOf(caught: readonly Caught[]): string {
  return (
    `${caught.filter(isTaken).length} of ${caught.length} taken back, or refused by their robot; ` +
    `${caught.filter(isSoon).length} before more than ${MOST_PEOPLE} people met them, within ${MOST_SECONDS} s.`
  );
}

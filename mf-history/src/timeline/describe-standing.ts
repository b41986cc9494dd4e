import type { Standing } from '@pagecast/api/contract';

/** @param time an instant in the reader's zone */
export function describeStanding(
  { kind, by, at, ruleWrittenAt, isChanged }: Standing,
  time: (instant: string) => string,
): string {
  const changed = isChanged ? ' It was changed afterwards, as the steps below say.' : '';
  const since = ruleWrittenAt === null ? '' : `, ${time(ruleWrittenAt)}`;
  switch (kind) {
    case 'person':
      return `Reviewed and approved by ${by ?? 'a person'}, ${time(at)}.${changed}`;
    case 'rule':
      return `Approved by a rule that ${by ?? 'a person'} wrote${since}. Nobody read it first.${changed}`;
    case 'token':
      return `Accepted because ${by ?? 'its token'} may publish without approval. Nobody reviewed it first.${changed}`;
    case 'nobody':
      return `Nobody reviewed it before it was scheduled.${changed}`;
  }
}

import type { TextFinding } from '@pagecast/api/contract';
import type { Draft } from '../drafts/draft.ts';
import { describeText } from './describe-text.ts';
import { FindingLine } from './finding-line.tsx';

/** What is wrong with the text itself, each with the one press that mends it. */
export function TextFindings({
  findings,
  draft,
  onRepair,
  onAgain,
}: {
  findings: readonly TextFinding[];
  draft: Draft;
  onRepair: ((content: string) => void) | undefined;
  onAgain: (() => void) | undefined;
}) {
  return findings.map((finding) => {
    const told = describeText(finding, draft);
    if (told === null) return null;
    const { repaired } = finding;
    return (
      <FindingLine
        key={finding.code}
        {...told}
        {...(repaired !== null && { mend: 'Fix hashtags' })}
        onMend={repaired === null ? onAgain : onRepair && (() => onRepair(repaired))}
      />
    );
  });
}

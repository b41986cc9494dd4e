import type { ExamSide } from '@pagecast/api/contract';
import { Disclosure } from '@pagecast/shell/kit';
import { examLines, kindLines, type ExamLine } from './exam-words.ts';

interface Sides {
  readonly candidate: ExamSide;
  readonly today: ExamSide | null;
}
const sidesOf = ({ candidate, today }: Sides) => (today === null ? [candidate] : [today, candidate]);

/** The candidate beside what is in use. */
export function Comparison({ candidate, today }: Sides) {
  const sides = sidesOf({ candidate, today });
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-line align-bottom text-xs text-ink-soft">
          <th scope="col" className="py-1.5 pr-3 font-medium">
            Result
          </th>
          {sides.map((side, index) => (
            <th key={index} scope="col" className="py-1.5 pl-3 text-right font-medium">
              {nameOf(side, { candidate, today })}
              <span className="block font-mono font-normal wrap-anywhere">{side.model}</span>
              <span className="block font-normal">{promptWords(side, sides)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Lines lines={examLines(sides)} sides={sides} />
      </tbody>
    </table>
  );
}

/** For who wants to know where a model is weak: a score says it of all texts together. */
export function ByKind(both: Sides) {
  const sides = sidesOf(both);
  const lines = kindLines(sides);
  if (lines.length === 0) return null;
  return (
    <Disclosure label="Texts without a mistake, by kind">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-xs text-ink-soft">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Kind of text
            </th>
            {sides.map((side) => (
              <th key={nameOf(side, both)} scope="col" className="py-1.5 pl-3 text-right font-medium">
                {nameOf(side, both)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Lines lines={lines} sides={sides} />
        </tbody>
      </table>
    </Disclosure>
  );
}

function Lines({ lines, sides }: { lines: readonly ExamLine[]; sides: readonly ExamSide[] }) {
  return lines.map(({ label, say }) => (
    <tr key={label} className="border-b border-line last:border-0">
      <th scope="row" className="py-1.5 pr-3 font-normal text-ink-soft">
        {label}
      </th>
      {sides.map((side, index) => (
        <td key={index} className="py-1.5 pl-3 text-right whitespace-nowrap tabular-nums">
          {say(side)}
        </td>
      ))}
    </tr>
  ));
}

const nameOf = (side: ExamSide, { candidate }: Sides): string => (side === candidate ? 'New' : 'Today');

/** Said where the sides differ in their prompts. */
function promptWords({ prompts }: ExamSide, sides: readonly ExamSide[]): string | null {
  const isSame = sides.every(
    (side) => side.prompts.post === prompts.post && side.prompts.automation === prompts.automation,
  );
  return isSame ? null : `Prompts ${prompts.post} and ${prompts.automation}`;
}

import type { ExamCase } from '@pagecast/api/contract';
import { Badge, Disclosure } from '@pagecast/shell/kit';
import { checkWords } from './exam-words.ts';

/** The answers with which most is wrong: what a score cannot show. */
export function WorstCases({ cases }: { cases: readonly ExamCase[] }) {
  if (cases.length === 0) return null;
  return (
    <section aria-label="Worst texts">
      <h3 className="mb-2 font-medium">Worst texts</h3>
      <ul className="flex flex-col gap-2">
        {cases.map((one) => (
          <li key={one.id} className="rounded-control border border-line px-3 py-2">
            <Case {...one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Case({ kind, tone, language, length, findings, text, isNew }: ExamCase) {
  const facts = [kind.replaceAll('-', ' '), tone, language, length].filter((fact) => fact !== null);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-xs text-ink-soft">
        <span className="first-letter:uppercase">{facts.join(' · ')}</span>
        {isNew && <Badge tone="warn">Today&apos;s model passes</Badge>}
      </p>
      <ul className="wrap-anywhere">
        {findings.map(({ check, detail }) => (
          <li key={check + detail}>
            {checkWords(check)}: {detail}
          </li>
        ))}
      </ul>
      {text !== null && (
        <Disclosure label="Show text" className="mt-1">
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </Disclosure>
      )}
    </>
  );
}

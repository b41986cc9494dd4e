import { chooseAiModel, type ModelExam } from '@pagecast/api/contract';
import { Badge, Button, ConfirmDialog, reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { ByKind, Comparison } from './exam-tables.tsx';
import { dollars, outcomeWords } from './exam-words.ts';
import { WorstCases } from './worst-cases.tsx';

/** What came of an exam, beside what is in use, and the choice. */
export function ExamResult({
  exam,
  onAgain,
  onChosen,
}: {
  exam: ModelExam;
  onAgain: () => void;
  onChosen: () => void;
}) {
  const { candidate, today, hasPassed, worst, micros } = exam;
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col gap-2">
        <Badge
          tone={hasPassed ? 'ok' : 'warn'}
          icon={hasPassed ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
        >
          {hasPassed ? 'Passed' : 'Not passed'}
        </Badge>
        <p>{outcomeWords(exam)}</p>
      </div>
      {candidate.answered > 0 && <Comparison candidate={candidate} today={today} />}
      <ByKind candidate={candidate} today={today} />
      {candidate.answered > 0 && <p className="text-xs text-ink-soft">This exam cost {dollars(micros)}.</p>}
      <WorstCases cases={worst} />
      <div className="flex flex-wrap gap-2">
        {today !== null && <UseButton exam={exam} onChosen={onChosen} />}
        <Button onClick={onAgain}>New exam</Button>
      </div>
    </div>
  );
}

function UseButton({ exam: { id, candidate, hasPassed }, onChosen }: { exam: ModelExam; onChosen: () => void }) {
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const choose = useApiMutation(chooseAiModel, {
    onSuccess: () => {
      notify({ tone: 'default', title: 'AI Model Changed', description: `${candidate.model} writes from now on.` });
      onChosen();
    },
    onError: (error) => {
      setIsAsking(false);
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Please try again.') });
    },
  });
  const use = () => choose.mutate({ body: { examId: id, knowingly: !hasPassed } });
  return (
    <>
      <Button
        variant={hasPassed ? 'primary' : 'secondary'}
        busy={choose.isPending && !isAsking}
        onClick={() => (hasPassed ? use() : setIsAsking(true))}
      >
        {hasPassed ? `Use ${candidate.model}` : 'Use it anyway'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={use}
        title={`Use ${candidate.model} anyway?`}
        message={
          "It didn't pass its exam. It will write all new AI texts, including those of automation. " +
          'The audit log keeps the results with your name.'
        }
        confirmLabel="Use it anyway"
        destructive
        busy={choose.isPending}
        busyLabel="Changing..."
      />
    </>
  );
}

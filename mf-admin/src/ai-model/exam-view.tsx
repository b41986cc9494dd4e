import { readModelExam, stopModelExam, type ModelExam } from '@pagecast/api/contract';
import { apiQuery, Button, Loaded, ProgressBar, useApiMutation } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { dollars } from './exam-words.ts';
import { ExamResult } from './exam-result.tsx';

/** An exam says nothing by itself; it takes two minutes at most. */
const POLL_MS = 1000;

/** An exam as far as it is: while it runs, and what came of it. */
export function ExamView({ id, onAgain, onChosen }: { id: number; onAgain: () => void; onChosen: () => void }) {
  const query = useQuery({
    ...apiQuery(readModelExam, { params: { id } }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? POLL_MS : false),
  });
  return (
    <Loaded query={query} rows={3}>
      {(exam) =>
        exam.state === 'running' ? (
          <Running exam={exam} />
        ) : (
          <ExamResult exam={exam} onAgain={onAgain} onChosen={onChosen} />
        )
      }
    </Loaded>
  );
}

function Running({ exam: { id, candidate, answered, of, micros } }: { exam: ModelExam }) {
  const stop = useApiMutation(stopModelExam);
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        {candidate.model}: {answered} of {of} texts · {dollars(micros)}
      </p>
      <ProgressBar label="Progress of the exam" value={answered} max={of} className="w-full" />
      <p className="text-xs text-ink-soft">You can close this. The exam keeps running, and you'll find it here.</p>
      <Button
        className="self-start"
        busy={stop.isPending || stop.isSuccess}
        busyLabel="Stopping..."
        onClick={() => stop.mutate({ params: { id } })}
      >
        Stop exam
      </Button>
    </div>
  );
}

import { readAiModel, type AiModel } from '@pagecast/api/contract';
import { apiQuery, Button, Dialog, Loaded } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExamForm } from './exam-form.tsx';
import { ExamView } from './exam-view.tsx';

/** Another model, or another version of a prompt, sits an exam before texts are written by it. */
export function ModelDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(apiQuery(readAiModel));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change AI model"
      description={
        'A new model first writes 200 test texts, which Pagecast checks by fixed rules. ' +
        "Today's model writes them too, so that you can compare."
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={query} rows={3}>
        {(model) => <Steps model={model} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function Steps({ model, onClose }: { model: AiModel; onClose: () => void }) {
  // An exam that somebody has begun goes on wherever the dialog is opened.
  const [examId, setExamId] = useState(model.exam?.state === 'running' ? model.exam.id : null);
  if (examId === null) return <ExamForm model={model} onBegun={setExamId} />;
  return <ExamView id={examId} onAgain={() => setExamId(null)} onChosen={onClose} />;
}

import { updateFirstSteps } from '@pagecast/api/contract';
import {
  Card,
  cn,
  IconButton,
  Link,
  reasonOf,
  Skeleton,
  useApiMutation,
  useNotify,
  useUser,
} from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { automation, firstSteps } from './queries.ts';
import { readSteps, type Step } from './read-steps.ts';

/**
 * What a newcomer does next, on top until it is done or put away. Whether it is open is known with the person: it never
 * comes late.
 */
export function FirstStepsCard() {
  const { areFirstStepsOpen = false } = useUser();
  const { data, error } = useQuery({ ...firstSteps(), enabled: areFirstStepsOpen });
  const { data: automated } = useQuery({ ...automation(), enabled: areFirstStepsOpen });
  const steps = readSteps(data, automated);
  const isFinished = data !== undefined && steps.every(({ isDone }) => isDone);
  const { isHidden, putAway } = useStepsChange();
  const { mutate: end } = useApiMutation(updateFirstSteps);
  const isToEnd = areFirstStepsOpen && isFinished && !data.isDismissed;
  useEffect(() => {
    // So that the next visit keeps no place for it.
    if (isToEnd) end({ body: { isDismissed: true } });
  }, [isToEnd, end]);

  if (!areFirstStepsOpen || isHidden || data?.isDismissed === true || isFinished) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={
        <>
          First steps{' '}
          <span className="font-normal text-ink-soft">{data !== undefined && `${done} of ${steps.length} done`}</span>
        </>
      }
      actions={
        <IconButton label="Hide first steps" icon={<X aria-hidden />} onClick={putAway} className="-my-1.5 -mr-2" />
      }
    >
      <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step, index) => (
          <StepItem key={step.title} step={step} number={index + 1} isKnown={data !== undefined || error !== null} />
        ))}
      </ol>
    </Card>
  );
}

function StepItem({ step, number, isKnown }: { step: Step; number: number; isKnown: boolean }) {
  return (
    <li className="flex gap-3">
      <StepMark step={step} number={number} isKnown={isKnown} />
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-3 sm:flex-col sm:justify-start">
        <p className={cn('leading-7 font-medium', step.isDone && 'text-ink-soft')}>
          {step.title}
          {step.isDone && <span className="sr-only"> (done)</span>}
        </p>
        <p className="text-ink-soft max-sm:hidden">{step.text}</p>
        <p className="flex min-h-6 items-center sm:mt-1 pointer-coarse:-my-2 pointer-coarse:min-h-11">
          {isKnown && !step.isDone && (
            <Link
              to={step.to}
              className={
                'inline-flex min-h-6 items-center font-medium text-accent hover:underline ' + 'pointer-coarse:min-h-11'
              }
            >
              {step.action}
            </Link>
          )}
        </p>
      </div>
    </li>
  );
}

function StepMark({ step, number, isKnown }: { step: Step; number: number; isKnown: boolean }) {
  if (!isKnown) return <Skeleton className="size-7 shrink-0 rounded-full" />;
  if (step.isDone) return <CircleCheck aria-hidden className="size-7 shrink-0 text-ok" />;
  return (
    <span
      aria-hidden
      className={
        'flex size-7 shrink-0 items-center justify-center rounded-full border border-line-strong text-xs ' +
        'font-semibold text-ink-soft'
      }
    >
      {number}
    </span>
  );
}

/** Puts the list away at once, and back when the person or the server says so. */
function useStepsChange() {
  const client = useQueryClient();
  const notify = useNotify();
  const key = firstSteps().queryKey;
  // What could not be read has no place to note that.
  const [isHidden, setIsHidden] = useState(false);
  const { mutate } = useApiMutation(updateFirstSteps, {
    onSuccess: (_, { body }) => {
      if (body.isDismissed)
        notify({ tone: 'default', title: 'First steps hidden', action: { label: 'Undo', run: () => set(false) } });
    },
    onError: (error, { body }) => {
      show(!body.isDismissed);
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Please try again.') });
    },
  });
  const show = (isDismissed: boolean) => {
    setIsHidden(isDismissed);
    client.setQueryData(key, (before) => before && { ...before, isDismissed });
  };

  const set = (isDismissed: boolean) => {
    void client.cancelQueries({ queryKey: key });
    show(isDismissed);
    mutate({ body: { isDismissed } });
  };
  return { isHidden, putAway: () => set(true) };
}

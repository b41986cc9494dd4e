import type { ChildProcess } from 'node:child_process';
import type { Question } from './messages.ts';

/** A question on its way. */
interface Open {
  readonly settle: (answer: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** Questions to a process and their answers. */
export function questions(processOf: () => ChildProcess | null) {
  const open = new Map<number, Open>();
  let lastId = 0;

  return {
    ask(ask: Question, withinMs: number): Promise<unknown> {
      const asked = processOf();
      if (asked === null || !asked.connected) return Promise.reject(new Error('There is no process of the loop'));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const end = (act: () => void) => {
          clearTimeout(late);
          open.delete(id);
          act();
        };
        const fail = (error: Error) => end(() => reject(error));
        const late = setTimeout(() => fail(new Error('The process of the loop does not answer')), withinMs).unref();
        open.set(id, { settle: (answer) => end(() => resolve(answer)), fail });
        asked.send({ id, ask }, (error) => {
          if (error) fail(error);
        });
      });
    },

    hear(told: { readonly id: number } & ({ readonly answer: unknown } | { readonly failed: string })): void {
      const question = open.get(told.id);
      if ('failed' in told) question?.fail(new Error(told.failed));
      else question?.settle(told.answer);
    },

    /** Nobody will answer any more. */
    forget(error: Error): void {
      for (const { fail } of open.values()) fail(error);
    },
  };
}

import type { Endpoint } from '../../contract/endpoint.ts';
import recorded from './own-errors.json' with { type: 'json' };
import { SHARED_ERRORS } from './shared-errors.ts';

/** What the body of a refusal says, by its `code`: sentences for people. Names and numbers in them are examples. */
export type Sentences = Readonly<Record<string, readonly string[]>>;

/**
 * What single calls are refused with, beside what any call of their kind may be: by status, then by the `code` of the
 * body. A call that answers anything else fails the test that sees it; what no test sees fails the run.
 */
const OWN_ERRORS: Readonly<Record<string, Readonly<Record<string, Sentences>>>> = recorded;

export interface DocumentedError {
  readonly status: number;
  readonly description: string;
  readonly sentences: Sentences;
  /** Any call of its kind may be refused so, in the same words. */
  readonly isShared: boolean;
}

/** What calls are refused with, whose reason is their own. */
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  409: 'Somebody was faster, or the thing is not in a state that allows this.',
  422: 'It was understood, and will not be done as it is. Nothing was changed.',
  502: 'A service that this call needs failed, or gave no usable answer.',
  507: 'There is no room for what was sent, and nothing of it was kept.',
};

/** What a call may be refused with: what any call of its kind may, and what this one alone says. */
export function errorsOf(name: string, endpoint: Endpoint): DocumentedError[] {
  const own = OWN_ERRORS[name] ?? {};
  const shared = Object.entries(SHARED_ERRORS).filter(([, error]) => error.of(endpoint));
  const statuses = new Set([...shared.map(([status]) => Number(status)), ...Object.keys(own).map(Number)]);
  return [...statuses]
    .sort((one, other) => one - other)
    .map((status) => {
      const all = SHARED_ERRORS[status];
      return {
        status,
        description: DESCRIPTIONS[status] ?? all?.description ?? '',
        sentences: { ...(all?.of(endpoint) === true ? { [all.code]: [all.message] } : {}), ...own[String(status)] },
        isShared: own[String(status)] === undefined,
      };
    });
}

/** The errors that calls have of their own, as `call status code`. */
export function ownErrorsIn(): string[] {
  return Object.entries(OWN_ERRORS).flatMap(([name, statuses]) =>
    Object.entries(statuses).flatMap(([status, sentences]) =>
      Object.keys(sentences).map((code) => `${name} ${status} ${code}`),
    ),
  );
}

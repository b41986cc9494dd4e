import type { Locator, Page } from 'playwright-core';
import type { AnswerOf, Endpoint } from '../../api/src/contract/endpoint.ts';

/** What a browser sent with a call. */
export interface AskedCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What the robot's browser gets in place of the product's answer. */
export interface SmokeAnswer {
  readonly endpoint: Endpoint;
  readonly reply: (call: AskedCall) => unknown;
}

/**
 * The answer to a call of the area, so that what the screen must show is known and nobody's data is touched. Later ones
 * win.
 * @throws Error for what the contract does not have so
 */
export function answer<E extends Endpoint>(
  endpoint: E,
  value: AnswerOf<NoInfer<E>> | ((call: AskedCall) => AnswerOf<NoInfer<E>>),
): SmokeAnswer {
  const checked = (given: unknown) => {
    const { success, error } = endpoint.response.safeParse(given);
    if (success) return given;
    const [issue] = error.issues;
    throw new Error(
      `The answer of the smoke journey to ${endpoint.method} ${endpoint.path} isn't one of the contract: ` +
        `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    );
  };
  if (typeof value === 'function') {
    // No answer of the contract is a function.
    const reply = value as (call: AskedCall) => unknown;
    return { endpoint, reply: (call) => checked(reply(call)) };
  }
  checked(value);
  return { endpoint, reply: () => value };
}

/** A person with patience for some seconds, in front of a browser. */
export interface Robot {
  /** Opens an address of the area and sees its heading there. */
  open(address: string, heading: string): Promise<void>;
  /** Sees a text of the area, as people see it: not hidden, not covered, not of the colour of its background. */
  see(text: string | RegExp): Promise<void>;
  /** Sees a part of the area by its role and name. */
  seePart(role: Role, name: string | RegExp): Promise<void>;
  /** Presses what can be seen and pressed, with the mouse; a button unless `role` says otherwise. */
  press(name: string | RegExp, role?: Role): Promise<void>;
  /** Writes into the field with this label. */
  write(label: string, text: string): Promise<void>;
  /** Chooses in the list with this label. */
  choose(label: string, option: string): Promise<void>;
  /** Sees that the area has called the server since it was opened, with a body like this one. */
  hasCalled(endpoint: Endpoint, like?: object): Promise<void>;
  /**
   * Anything else.
   * @param scope the area in the page
   */
  step(name: string, work: (page: Page, scope: Locator) => Promise<void>): Promise<void>;
}
export type Role = Parameters<Page['getByRole']>[0];

/** What must work in an area before anybody gets a version of it. */
export interface SmokeJourney {
  readonly answers: readonly SmokeAnswer[];
  run(robot: Robot): Promise<void>;
}

/** For the default export of an area's `smoke.ts`. */
export const smokeJourney = (journey: SmokeJourney): SmokeJourney => journey;

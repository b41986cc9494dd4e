import { z } from 'zod';
import { chanceFrom } from './chance.ts';
import type { SandboxContext } from './exchange.ts';
import { ACTION_NAMES, FaultAction, spellOut } from './fault-actions.ts';
import type { World } from './world.ts';
import { findPerson } from './people.ts';
import { setTokenState } from './tokens.ts';

const Match = z.strictObject({
  service: z.enum(['graph', 'openai', 'fiztech', 'smtp']).optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  page: z.coerce.string().optional(),
  token: z.string().optional(),
  /** Of mails: a regular expression of an address. */
  to: z.string().optional(),
});
const Rule = z.strictObject({
  match: Match.default({}),
  when: z.enum(['before', 'after']).default('before'),
  times: z.number().int().positive().optional(),
  nth: z.number().int().positive().optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.union([z.number(), z.string()]).optional(),
});
type Rule = z.infer<typeof Rule>;

export interface Fault extends Rule {
  id: string;
  action: FaultAction;
  seen: number;
  hits: number;
  chance: () => number;
  /** Fulfilled when the fault is taken away. */
  removed: PromiseWithResolvers<void>;
}

/** A control call that makes no sense; the message is for the caller. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

const COUNTERS = ['times', 'nth', 'probability', 'seed'];

export function createFaults(world: World) {
  let faults: Fault[] = [];
  let count = 0;

  return {
    /** @throws ControlError when match or action cannot be understood */
    add(body: unknown): Fault {
      const fault = readFault(body, `fault-${count + 1}`);
      count += 1;
      takeEffectNow(world, fault);
      faults.push(fault);
      return fault;
    },
    list: (): Omit<Fault, 'chance' | 'removed'>[] =>
      faults.map(({ chance: _chance, removed: _removed, ...fault }) => fault),
    remove(id: string): boolean {
      const fault = faults.find((one) => one.id === id);
      faults = faults.filter((one) => one !== fault);
      fault?.removed.resolve();
      return fault !== undefined;
    },
    clear(): void {
      for (const { removed } of faults) removed.resolve();
      faults = [];
      world.throttles = [];
    },
    /** The faults that hit this request, in the order they were set. Counts them as used. */
    hit(ctx: SandboxContext, path: string): Fault[] {
      if (faults.length === 0) return [];
      const matching: Fault[] = [];
      // Only one fault can decide the answer: the first that was set. The others keep their `times`.
      for (const fault of faults) {
        const isDecided = matching.some((one) => DECIDING.has(one.action.name));
        if (hits(fault, ctx, path, isDecided && DECIDING.has(fault.action.name))) matching.push(fault);
      }
      ctx.state.exchange.faults = matching.map((fault) => fault.id);
      return matching;
    },
    /** The same at a step of a mail: `match.path` is its command, DATA where none is named. */
    hitMail(command: string, address: string): Fault[] {
      const matching: Fault[] = [];
      for (const fault of faults) {
        const { service, path = 'DATA', to = '' } = fault.match;
        if (service !== 'smtp' || !new RegExp(path).test(command) || !new RegExp(to).test(address)) continue;
        if (
          countHit(
            fault,
            matching.some((one) => DECIDING.has(one.action.name)),
          )
        )
          matching.push(fault);
      }
      return matching;
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;

function readFault(body: unknown, id: string): Fault {
  const asked = z.looseObject({ action: z.unknown() }).safeParse(body);
  if (!asked.success) throw new ControlError('A fault is an object with `match`, `when` and `action`.');
  const { match = {}, action, when, ...rest } = asked.data as Record<string, unknown>;
  const rule: Record<string, unknown> = { match: { ...(match as object) }, ...(when === undefined ? {} : { when }) };
  // The counters may stand beside `match` or in it.
  for (const key of COUNTERS) {
    const inMatch = (rule['match'] as Record<string, unknown>)[key];
    const value = rest[key] ?? inMatch;
    if (value !== undefined) rule[key] = value;
    delete (rule['match'] as Record<string, unknown>)[key];
    delete rest[key];
  }
  const spelled = spellOut(action, rest);
  if (!spelled) throw new ControlError(`Name an action: ${ACTION_NAMES.join(', ')}.`);
  const parsedRule = Rule.safeParse(rule);
  if (!parsedRule.success) throw new ControlError(`The fault cannot be read: ${sentence(parsedRule.error)}`);
  const parsedAction = FaultAction.safeParse(spelled);
  if (!parsedAction.success) throw new ControlError(`The action cannot be read: ${sentence(parsedAction.error)}`);
  const fault = {
    ...parsedRule.data,
    id,
    action: parsedAction.data,
    seen: 0,
    hits: 0,
    chance: chanceFrom(String(parsedRule.data.seed ?? id)),
    removed: Promise.withResolvers<void>(),
  };
  fault.match.path ??= DEFAULT_PATHS[fault.action.name];
  for (const key of ['path', 'to'] as const)
    if (fault.match[key] !== undefined && !isRegExp(fault.match[key]))
      throw new ControlError(`\`match.${key}\` is not a valid regular expression.`);
  return fault;
}

/** List changes concern `/me/accounts` alone unless the caller says otherwise, so that `times` counts only that. */
const DEFAULT_PATHS: Partial<Record<FaultAction['name'], string>> = {
  'drop-page-from-accounts': '/accounts$',
  'paging-empty-with-next': '/accounts$',
};

export function isRegExp(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

export function sentence(error: z.ZodError): string {
  return `${error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; ')}.`;
}

/** Throttles and token states are facts about the world, not about one request. */
function takeEffectNow(world: World, { action, match }: Fault): void {
  if (action.name === 'throttle') {
    const scope = action.scope ?? (['app', 'user'] as const).find((one) => action[one] !== undefined) ?? 'page';
    const id =
      action.id ??
      action[scope] ??
      (scope === 'page' ? match.page : undefined) ??
      (scope === 'app' ? world.apps.keys().next().value : undefined);
    if (id === undefined) throw new ControlError('A throttle names a page, an app or a user.');
    const person = scope === 'user' ? findPerson(world, id) : undefined;
    world.throttles.push({
      scope,
      id: person?.role ?? id,
      until: world.clock.now() + action.minutes * 60_000,
      climb: action.climb,
    });
  }
  if (action.name === 'token') {
    const page = world.pages.has(action.id) ? action.id : undefined;
    setTokenState(
      world,
      { page, role: page ? undefined : findPerson(world, action.id)?.role, token: action.id },
      action.state,
    );
  }
}

const DECIDING = new Set<string>([
  'error',
  'hang',
  'reset',
  'half-body',
  'html',
  'empty',
  'answer',
  'bad-json',
  '200-with-error',
  'stall-after-headers',
  'cut-stream',
]);

function hits(fault: Fault, ctx: SandboxContext, path: string, isTooLate: boolean): boolean {
  const { match } = fault;
  const { exchange } = ctx.state;
  if (fault.action.name === 'throttle' || fault.action.name === 'token') return false;
  if (match.service !== undefined && match.service !== exchange.service) return false;
  if (match.method !== undefined && match.method.toUpperCase() !== ctx.method) return false;
  if (match.path !== undefined && !new RegExp(match.path).test(path)) return false;
  if (match.page !== undefined && match.page !== exchange.page) return false;
  if (match.token !== undefined && match.token !== exchange.token) return false;
  return countHit(fault, isTooLate);
}

function countHit(fault: Fault, isTooLate: boolean): boolean {
  if (fault.times !== undefined && fault.hits >= fault.times) return false;
  fault.seen += 1;
  if (isTooLate || (fault.nth !== undefined && fault.seen !== fault.nth)) return false;
  if (fault.probability !== undefined && fault.chance() >= fault.probability) return false;
  fault.hits += 1;
  return true;
}

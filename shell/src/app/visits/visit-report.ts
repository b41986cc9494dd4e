import {
  MAX_MESSAGE,
  MAX_REPORTED,
  type AreaVersion,
  type CallOutcome,
  type Frame,
  type reportVisit,
  type Vital,
} from '@pagecast/api/contract';
import type { CallInput } from '../../kit/runtime/api-client.ts';
import { statusOf } from '../../kit/runtime/api-error.ts';
import type { Note } from './notes.ts';
import { readPlace, readStack } from './read-stack.ts';

export type Report = CallInput<typeof reportVisit>['body'];
const MAX_COUNT = 1000;

/** What has no fault of an area behind it: people are told of it, or somebody called it off. */
const EXPECTED = new Set(['AbortError', 'ApiError', 'ChunkLoadError', 'RemoteError', 'TooLateError']);
const HARMLESS = /^ResizeObserver loop/;

/** Gathers what happened until it is sent: the same thing again is counted, and more things than fit are let go. */
export function visitReport(shell: string, hosts: readonly string[], screen: () => AreaVersion) {
  let views = counted<AreaVersion>();
  let errors = counted<Omit<Report['errors'][number], 'count'>>();
  let failedCalls = counted<Omit<Report['failedCalls'][number], 'count'>>();
  let vitals: Report['vitals'] = [];
  let troubles: NonNullable<Report['troubles']> = [];

  function addError(one: Note & { kind: 'render' | 'error' | 'rejection' }): void {
    const { kind, error } = one;
    const { name, message } = saidBy(one);
    if (EXPECTED.has(name) || HARMLESS.test(message)) return;
    const frames =
      kind === 'error' && !(error instanceof Error) ? readPlace(one.event, hosts) : readStack(error, hosts);
    if (frames === null) return;
    const key = `${kind} ${name} ${placeOf(frames)}`;
    errors.add(key, {
      kind,
      name: name.slice(0, 80),
      message: message.slice(0, MAX_MESSAGE),
      frames,
      screen: screen(),
    });
  }

  function addCall(error: unknown): void {
    const outcome = outcomeOf(error);
    const frames = outcome === null ? null : readStack(error, hosts);
    if (outcome !== null && frames !== null)
      failedCalls.add(`${outcome} ${placeOf(frames)}`, { outcome, frames, screen: screen() });
  }

  /** Each once. */
  function addTrouble({ trouble, name, version }: Note & { kind: 'trouble' }): void {
    const isKnown = troubles.some((known) => known.trouble === trouble && known.name === name);
    if (!isKnown && troubles.length < MAX_REPORTED) troubles.push({ trouble, name, version });
  }

  return {
    add(one: Note): void {
      if (one.kind === 'view') views.add(`${one.name} ${one.version}`, { name: one.name, version: one.version });
      else if (one.kind === 'call') addCall(one.error);
      else if (one.kind === 'trouble') addTrouble(one);
      else addError(one);
    },
    addShell: () => views.add('shell', { name: 'shell', version: null }),
    addVital(of: AreaVersion, metric: Vital, value: number): void {
      if (vitals.length < MAX_REPORTED) vitals.push({ ...of, metric, value });
    },
    /** What is there to send, once; null where nothing happened. */
    take(): Report | null {
      const report = {
        shell,
        views: views.list(),
        errors: errors.list(),
        failedCalls: failedCalls.list(),
        vitals,
        // Servers from before it refuse what they do not know.
        ...(troubles.length > 0 && { troubles }),
      };
      [views, errors, failedCalls, vitals, troubles] = [counted(), counted(), counted(), [], []];
      const { shell: _shell, ...lists } = report;
      return Object.values(lists).some((list) => list !== undefined && list.length > 0) ? report : null;
    },
  };
}
export type VisitReport = ReturnType<typeof visitReport>;

function counted<Thing extends object>() {
  const things = new Map<string, Thing & { count: number }>();
  return {
    add(key: string, thing: Thing): void {
      const known = things.get(key);
      if (known !== undefined) known.count = Math.min(known.count + 1, MAX_COUNT);
      else if (things.size < MAX_REPORTED) things.set(key, { ...thing, count: 1 });
    },
    list: () => [...things.values()],
  };
}

/** Of what is no error only the kind is told: it may be any text. */
function saidBy(one: Note & { kind: 'render' | 'error' | 'rejection' }): { name: string; message: string } {
  const { error } = one;
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: 'Error', message: one.kind === 'error' ? one.event.message : '' };
}

/** Null for what is no failure: a session that ended, or a browser without a line. */
function outcomeOf(error: unknown): CallOutcome | null {
  const status = statusOf(error);
  if (status === null || status === 401) return null;
  if (status === 0) return navigator.onLine ? 'none' : null;
  return status < 500 ? '4xx' : '5xx';
}

function placeOf([first]: readonly Frame[]): string {
  return first === undefined ? '' : `${first.file}:${first.line}:${first.column}`;
}

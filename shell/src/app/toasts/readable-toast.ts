import type { Toast } from '../../kit/index.ts';
import { TOAST_DURATION_MS } from './toast-times.ts';

const LONGEST = 5000;
const LONGEST_ACTION_MS = 60_000;

/**
 * A toast that can be shown, of what an area gave: the toaster stands outside of every area, so what it cannot show
 * would cost the whole page. What is no text says nothing to people, and is left out.
 */
export function readableToast(given: unknown): Toast {
  const { tone, title, description, action, details } = fieldsOf(given);
  const isBad = tone === 'destructive';
  const [said, known] = [textOf(description), textOf(details)];
  const does = actionOf(action);
  return {
    tone: isBad ? 'destructive' : 'default',
    title: textOf(title) ?? (isBad ? 'Something went wrong' : 'Done'),
    ...(said !== undefined && { description: said }),
    ...(does !== undefined && { action: does }),
    ...(known !== undefined && { details: known }),
  };
}

const fieldsOf = (given: unknown): Record<string, unknown> =>
  typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};

function textOf(given: unknown): string | undefined {
  if (typeof given === 'number') return String(given);
  return typeof given === 'string' && given !== '' ? given.slice(0, LONGEST) : undefined;
}

function actionOf(given: unknown): Toast['action'] {
  const { label, run, forMs } = fieldsOf(given);
  const name = textOf(label);
  if (name === undefined || typeof run !== 'function') return undefined;
  // Called as it was given: it may need what it belongs to.
  const action = { label: name, run: () => void Reflect.apply(run, given, []) };
  if (forMs === undefined) return action;
  const isTime = typeof forMs === 'number' && forMs > 0;
  return { ...action, forMs: isTime ? Math.min(forMs, LONGEST_ACTION_MS) : TOAST_DURATION_MS };
}

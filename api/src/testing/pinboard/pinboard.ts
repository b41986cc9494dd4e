import type { Failure, FailureKind } from '../../networks/failure.ts';

/** What hangs on the board, as those who pass it see it. */
export interface Pin {
  readonly id: string;
  readonly text: string;
  /** With its face to the hall. */
  isShown: boolean;
}

type Step = 'hang' | 'turn';

class PinboardError extends Error implements Failure {
  override readonly name = 'PinboardError';
  readonly kind: FailureKind;
  readonly isGone: boolean;

  constructor(message: string, { kind, isGone = false }: { kind: FailureKind; isGone?: boolean }) {
    super(message);
    this.kind = kind;
    this.isGone = isGone;
  }

  get record() {
    return { message: this.message };
  }
}

/** A board in a hall: it remembers what hangs on it, whatever becomes of those who hang it. */
export function createPinboard() {
  let pins: Pin[] = [];
  let faults: { readonly step: Step; readonly when: 'before' | 'after'; readonly kind: FailureKind }[] = [];

  function take(step: Step, when: 'before' | 'after'): void {
    const fault = faults.find((one) => one.step === step && one.when === when);
    if (fault === undefined) return;
    faults = faults.filter((one) => one !== fault);
    throw new PinboardError(`The board answered ${fault.kind}`, { kind: fault.kind });
  }

  function call<Answer>(step: Step, effect: () => Answer): Promise<Answer> {
    return Promise.resolve().then(() => {
      take(step, 'before');
      const answer = effect();
      take(step, 'after');
      return answer;
    });
  }

  return {
    /** One call to `step` fails so, before or after it took effect. */
    fail(step: Step, when: 'before' | 'after', kind: FailureKind = 'transient'): void {
      faults.push({ step, when, kind });
    },

    clear(): void {
      pins = [];
      faults = [];
    },

    hang: (text: string) =>
      call('hang', () => {
        const pin = { id: `pin-${pins.length + 1}`, text, isShown: false };
        pins.push(pin);
        return pin.id;
      }),

    turn: (id: string) =>
      call('turn', () => {
        const pin = pins.find((one) => one.id === id);
        if (pin === undefined) throw new PinboardError('There is no such pin', { kind: 'bad', isGone: true });
        pin.isShown = true;
      }),

    shown: async (): Promise<readonly Pin[]> => pins.filter(({ isShown }) => isShown),
  };
}
export type Pinboard = ReturnType<typeof createPinboard>;

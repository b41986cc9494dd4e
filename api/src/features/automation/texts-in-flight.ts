import type { SlotClaim, SlotsRepository } from './slots.repository.ts';
import type { SlotWriter } from './writer.ts';
import type { Deps } from './engine.ts';

/** Texts that one process has written at a time. */
const AT_ONCE = 12;

/** The texts that this process is having written: never more at once than it has room for. */
export function textsInFlight({
  log,
  moved,
  slots,
  writer,
}: Pick<Deps, 'log' | 'moved'> & { slots: SlotsRepository; writer: SlotWriter }) {
  const inFlight = new Set<Promise<void>>();
  const ending = new AbortController();
  let isStopping = false;

  /** Claims as much as there is room for; what ends makes room for more. */
  async function writeDue(): Promise<void> {
    if (isStopping || inFlight.size >= AT_ONCE) return;
    const claims = await slots.claim(AT_ONCE - inFlight.size);
    for (const claim of claims) begin(claim);
  }

  function begin(claim: SlotClaim): void {
    const work: Promise<void> = writer
      .write(claim, ending.signal)
      // The lease runs out, and whoever claims the slot next goes on.
      .catch((error: unknown) => log.error({ err: error, slotId: claim.slotId }, 'automation.writing-crashed'))
      .then(() => {
        inFlight.delete(work);
        moved();
      })
      .then(writeDue)
      .catch((error: unknown) => log.error({ err: error }, 'automation.claim-failed'));
    inFlight.add(work);
  }

  /** Resolves when every text that is being written here has come to its end. */
  async function settled(): Promise<void> {
    while (inFlight.size > 0) await Promise.all(inFlight);
  }

  /**
   * No new texts; those under way have `graceMs` to be finished, and are cut off then: they may have been paid for, and
   * count.
   */
  async function stop(graceMs: number): Promise<void> {
    isStopping = true;
    const cut = setTimeout(() => ending.abort(), graceMs);
    await Promise.all(inFlight);
    clearTimeout(cut);
  }

  return { writeDue, settled, stop };
}

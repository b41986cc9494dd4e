/** For modules that `askProcess` runs. */
import fs from 'node:fs/promises';
import os from 'node:os';

const POLL_EVERY_MS = 20;
const LOW_PRIORITY = 10;

/**
 * Lets everybody else have their turn first, and ends this process when it takes too much. The work is done by threads
 * beside this one, which stays free to look at what they take.
 * @param tooMuch what it says then
 */
export async function stayModest<Said extends object>(
  limits: { readonly memoryBytes: number; readonly computingSeconds: number },
  tooMuch: Said,
): Promise<void> {
  os.setPriority(LOW_PRIORITY);
  // Where the system chooses what to end for want of memory (Linux), it is this.
  await fs.writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    // Whoever asked may be gone too.
    if (!process.connected) endAtOnce();
    if (process.memoryUsage.rss() > limits.memoryBytes || (user + system) / 1_000_000 > limits.computingSeconds)
      say(tooMuch);
  }, POLL_EVERY_MS);
}

/** Says it, and ends: an ordinary exit would wait for the threads to be done. */
export function say<Said extends object>(said: Said): void {
  process.send?.(said, endAtOnce);
}

function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

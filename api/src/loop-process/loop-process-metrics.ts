import { Counter, Gauge, type Registry } from 'prom-client';
import type { LoopProcess } from './supervisor.ts';

/** Tells of the process of the loop also where that one cannot tell any more. */
export function countLoopProcess(registry: Registry, { state, starts }: Pick<LoopProcess, 'state' | 'starts'>): void {
  new Gauge({
    name: 'loop_process_up',
    help: '1 while the process that publishes posts runs and has got through',
    registers: [registry],
    collect() {
      this.set(state() === 'up' ? 1 : 0);
    },
  });
  new Counter({
    name: 'loop_process_starts_total',
    help: 'Starts of the process that publishes posts: more than one, where it has ended',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(starts());
    },
  });
}

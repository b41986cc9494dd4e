/**
 * Loaded before an API process (`node --import`): swaps single modules of the engine for those named in TORTURE_SWAPS.
 * The product has no seam for this, and must not: what is swapped here is what a test wants to see fail.
 */
import { registerHooks } from 'node:module';
import { SWAPS, type Swap } from './swaps.ts';

const wanted = (process.env['TORTURE_SWAPS'] ?? '').split(',').filter((name): name is Swap => name in SWAPS);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    for (const name of wanted) {
      const substitute = new URL(SWAPS[name].by, import.meta.url).href;
      // The substitute itself may build on what it stands in for.
      if (resolved.url.endsWith(SWAPS[name].replaces) && context.parentURL !== substitute)
        return { ...resolved, url: substitute };
    }
    return resolved;
  },
});

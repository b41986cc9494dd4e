import { fail } from './lifecycle.ts';
import { runTool } from './step.ts';

/** Formats every source file as `.oxfmtrc.json` says. */
const { code } = await runTool('oxfmt', ['.'], { stream: true });
if (code !== 0) fail('Some files could not be formatted.');

import fs from 'node:fs';
import path from 'node:path';
import type { Compiler } from '@rspack/core';
import { writeBundledPackages } from './bundled-packages.ts';
import { buildIdOf } from './input-hash.ts';
import { compressAll } from './output.ts';

/** Of a build that was cut off; the number is the process that wrote it. */
const UNFINISHED = /^dist\.(\d+)\.new$/;

/** Writes what is released beside the bundler's files in `outDir`, of the package in `directory`. */
type Describe = (directory: string, outDir: string, buildId: string) => Promise<void> | void;

/**
 * Puts a finished build in the place of `dist`, with what is served and released beside the bundler's own files.
 * A build that fails or is cut off leaves the last good one where it was.
 */
export class FinishedBuild {
  readonly #directory: string;
  readonly #inputs: string;

  readonly #describe: Describe;

  /** @param inputs their hash from before the first file is read: what changes meanwhile is built again */
  constructor(directory: string, inputs: string, describe: Describe) {
    this.#directory = directory;
    this.#inputs = inputs;
    this.#describe = describe;
  }

  apply(compiler: Compiler): void {
    const { context } = compiler;
    const outputPath = compiler.options.output.path ?? '';
    // A folder that somebody names (`--output-path`) stays where it is.
    const isNamed = !UNFINISHED.test(path.basename(outputPath));
    const discard = () => isNamed || fs.rmSync(outputPath, { recursive: true, force: true });
    compiler.hooks.beforeRun.tap('FinishedBuild', () => removeUnfinished(context));
    compiler.hooks.watchRun.tap('FinishedBuild', () => {
      throw new Error('A build for production is made once: `rspack dev` builds at every change.');
    });
    compiler.hooks.failed.tap('FinishedBuild', discard);
    compiler.hooks.done.tapPromise('FinishedBuild', async (stats) => {
      try {
        if (stats.hasErrors()) return;
        writeBundledPackages(outputPath, stats);
        await this.#complete(outputPath, stats.compilation.options.mode === 'production');
        if (isNamed) return;
        const finished = path.join(context, 'dist');
        fs.rmSync(finished, { recursive: true, force: true });
        fs.renameSync(outputPath, finished);
      } finally {
        discard();
      }
    });
  }

  async #complete(outDir: string, isForProduction: boolean): Promise<void> {
    await this.#describe(this.#directory, outDir, buildIdOf(this.#inputs));
    await compressAll(outDir, path.join(this.#directory, 'dist'));
    if (isForProduction) fs.writeFileSync(path.join(outDir, '.inputs'), this.#inputs);
  }
}

function removeUnfinished(directory: string): void {
  for (const folder of fs.readdirSync(directory)) {
    const [, writer] = UNFINISHED.exec(folder) ?? [];
    if (writer !== undefined && !isAlive(Number(writer)))
      fs.rmSync(path.join(directory, folder), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Provenance } from '../../api/src/contract/releases.ts';
import { buildInputs } from '../build/build-inputs.ts';

/** Of the whole repository, by whichever package manager. */
const LOCKFILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock'].map((name) => `:(top)${name}`);

/** Of which commit a build of the package in `directory` is, and of which run of a CI. */
export function provenanceOf(directory: string): Provenance {
  return { ...commitOf(directory), ciRun: ciRunIn(process.env) };
}

/** Nothing outside a checkout. */
function commitOf(directory: string): Pick<Provenance, 'commit' | 'isDirty'> {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return {
      commit: git('rev-parse', 'HEAD'),
      isDirty: git('status', '--porcelain', '--', ...placesOf(directory)) !== '',
    };
  } catch {
    return {};
  }
}

/** Where files that come, change or go make another build of it. */
function placesOf(directory: string): string[] {
  const { files } = buildInputs(directory);
  return ['package.json', ...LOCKFILES, ...new Set(files.map((file) => path.dirname(file)))];
}

/** The address of the run, as GitHub, GitLab, Jenkins, CircleCI, Buildkite or PAGECAST_CI_RUN name it. */
export function ciRunIn(env: NodeJS.ProcessEnv): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const ofGitHub = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined;
  const found =
    env['PAGECAST_CI_RUN'] ||
    ofGitHub ||
    env['CI_JOB_URL'] ||
    env['BUILD_URL'] ||
    env['CIRCLE_BUILD_URL'] ||
    env['BUILDKITE_BUILD_URL'];
  return found?.slice(0, 300) ?? null;
}

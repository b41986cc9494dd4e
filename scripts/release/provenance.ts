import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Provenance } from '../../api/src/contract/releases.ts';
import { buildInputs } from '../build/build-inputs.ts';
import { ROOT } from '../paths.ts';

/** Of which commit a build of this checkout is, and of which run of a CI. */
export function provenanceOf(folder: string): Provenance {
  return { ...commitOf(folder), ciRun: ciRunIn(process.env) };
}

/** Nothing outside a checkout. */
function commitOf(folder: string): Pick<Provenance, 'commit' | 'isDirty'> {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return {
      commit: git('rev-parse', 'HEAD'),
      isDirty: git('status', '--porcelain', '--', ...placesOf(folder)) !== '',
    };
  } catch {
    return {};
  }
}

/** Where files that come, change or go make another build of it. */
function placesOf(folder: string): string[] {
  const { files } = buildInputs(path.join(ROOT, folder));
  const folders = new Set(files.map((file) => path.dirname(path.relative(ROOT, file))));
  return [`${folder}/package.json`, 'pnpm-lock.yaml', ...folders];
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

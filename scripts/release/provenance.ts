import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Provenance } from '../../api/src/contract/releases.ts';
import { buildInputs } from '../build/build-inputs.ts';
import { installedPackage } from '../build/installed-package.ts';

/** Of the whole repository, by whichever package manager. */
const LOCKFILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock'];

/** Of which commit and lockfile a build of the package in `directory` is, what built it, and in which run of a CI. */
export function provenanceOf(directory: string): Provenance {
  return {
    ...commitOf(directory),
    ciRun: ciRunIn(process.env),
    lockfile: lockfileHash(directory),
    builder: builderFor(directory),
  };
}

/** Of the nearest one, in hex. */
function lockfileHash(directory: string): string | null {
  const file = LOCKFILES.map((name) => path.join(directory, name)).find((name) => fs.existsSync(name));
  if (file !== undefined) return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  const above = path.dirname(directory);
  return above === directory ? null : lockfileHash(above);
}

/** The tools whose versions decide the bytes of a build, as they are installed here. */
function builderFor(directory: string): string {
  const rspack = installedPackage('@rspack/core', directory)?.manifest.version;
  return [`Node ${process.versions.node}`, ...(rspack === undefined ? [] : [`Rspack ${rspack}`])].join(', ');
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
  return [
    'package.json',
    ...LOCKFILES.map((name) => `:(top)${name}`),
    ...new Set(files.map((file) => path.dirname(file))),
  ];
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

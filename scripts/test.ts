/**
 * `npm test`: types, lint, then every test. With arguments: `npm test -- mf-history` for one package, or any part of a
 * test file's name.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lint } from './lint.ts';
import { frontEndNames } from './packages.ts';
import { runTool } from './step.ts';
import { typecheck } from './typecheck.ts';

/**
 * What a developer's shell may hold for runs of the product, and no test must depend on. DATABASE_URL stays: its server
 * is used.
 */
const PRODUCT_VARIABLES =
  /^(PORT|HOST|SANDBOX|SANDBOX_PORT|SANDBOX_URL|DATA_DIR|PUBLIC_URL|SECRET_KEY\w*|ADMIN_FACEBOOK_IDS|SUPPORT_EMAIL|TRUST_PROXY|METRICS_TOKEN|LOOP|LOG_LEVEL|WEB_ROOT|DRAIN_SECONDS|RELEASE_KEYS|CLOCK_LIMIT_SECONDS|VITALS_SHARE|\w+_RATE_LIMIT|(FB|OPENAI|FIZTECH|AI|REMOTE|PAGECAST)_\w+)$/;

/** The parts of vitest's JSON report that are read. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

interface Tally {
  passed: number;
  failed: number;
}

for (const name of Object.keys(process.env)) if (PRODUCT_VARIABLES.test(name)) delete process.env[name];
const filters = process.argv.slice(2);
const packages = filters.filter((name) => ['api', 'scripts', ...frontEndNames()].includes(name));
const tally: Tally = { passed: 0, failed: 0 };
const failedSteps: string[] = [];

const isWhole = filters.length === 0 || packages.length > 0;
// The tests wait for their databases and builds first: meanwhile the others have the cores.
const checks = isWhole ? [step('Types', () => typecheck(packages)), step('Lint', () => lint(packages))] : [];
await Promise.all([...checks, runTests()]);
for (const name of failedSteps) console.log(`${name} FAILED: what is wrong stands further up.`);
if (process.platform === 'linux') console.log(`${cpuSeconds().toFixed(0)} CPU-seconds`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;

/** Of all that this run has started and that has ended, in user and system: it says what wall time hides. */
function cpuSeconds(): number {
  const stat = fs.readFileSync('/proc/self/stat', 'utf8');
  // Behind the name, which may hold anything, the 14th and 15th are hundredths of what children took.
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(14, 16).map(Number);
  return (user + system) / 100;
}

async function step(name: string, work: () => Promise<boolean>): Promise<void> {
  const started = Date.now();
  const isWell = await work().catch((error: unknown) => {
    console.error(error);
    return false;
  });
  tally[isWell ? 'passed' : 'failed'] += 1;
  if (!isWell) failedSteps.push(name);
  console.log(`${name}: ${isWell ? 'well' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

async function runTests(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-tests-'));
  const file = path.join(folder, 'report.json');
  const { code } = await runTool(
    'vitest',
    [
      'run',
      '--config=scripts/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...filters.map((filter) => (packages.includes(filter) ? `${filter}/` : filter)),
    ],
    { stream: true },
  );
  const counted = fs.existsSync(file)
    ? count(JSON.parse(fs.readFileSync(file, 'utf8')) as Report)
    : { passed: 0, failed: 0 };
  fs.rmSync(folder, { recursive: true, force: true });
  tally.passed += counted.passed;
  // The runner may also fail outside every test: in its preparation, or by an error that nobody awaited.
  tally.failed += counted.failed === 0 && code !== 0 ? 1 : counted.failed;
}

/** A file that does not load has no tests to fail: it counts as one. */
function count({ numPassedTests, numFailedTests, testResults }: Report): Tally {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

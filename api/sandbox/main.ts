import { startSandbox } from './sandbox.ts';

const port = Number(process.env['SANDBOX_PORT'] ?? 3900);
const host = process.env['HOST'] ?? '127.0.0.1';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

if (!Number.isInteger(port) || port < 0 || port > 65_535)
  fail(`SANDBOX_PORT must be a port number, not "${process.env['SANDBOX_PORT'] ?? ''}".`);

const sandbox = await startSandbox({
  port,
  host,
  dataDir: process.env['DATA_DIR'] ?? '.data',
  snapshot: process.env['SANDBOX_SNAPSHOT'] !== 'off',
}).catch((error: NodeJS.ErrnoException) =>
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is already in use. Stop the other program, or set SANDBOX_PORT to another port.`
      : error.message,
  ),
);

console.log(`Sandbox: ${sandbox.url}`);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await sandbox.close();
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
// Started by a launcher: when that is gone, however it went, this ends too.
process.on('disconnect', () => void stop());

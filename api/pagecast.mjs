#!/usr/bin/env node
/** `npx pagecast` from this checkout: runs the sources with the Node.js that is installed beside them. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (file) => fileURLToPath(new URL(file, import.meta.url));
const own = at('../node_modules/.bin/node');
const node = fs.existsSync(own) ? own : process.execPath;
const cli = spawn(node, [at('./src/cli/main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => cli.kill(signal));
cli.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});

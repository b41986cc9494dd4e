/**
 * The least that taking a file in can cost: bare node:http and one stream to disk, synced. Run as a process of its own.
 */
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.env['FOLDER'] ?? '.';
let files = 0;

const server = createServer((request, response) => {
  files += 1;
  const file = path.join(folder, `raw-${files}`);
  void (async () => {
    await pipeline(request, createWriteStream(file));
    const handle = await open(file, 'r+');
    await handle.sync();
    await handle.close();
    await rm(file);
    response.end('{}');
  })();
});

server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));

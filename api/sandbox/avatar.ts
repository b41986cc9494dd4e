import { crc32, deflateSync } from 'node:zlib';
import { chanceFrom } from './chance.ts';

const LEAST = 16;
const MOST = 400;

/** A PNG that stands for a person or page: a light head and shoulders on a colour of its own. */
export function avatarPng(id: string, askedSize: number): Buffer {
  const size = Math.min(MOST, Math.max(LEAST, Math.floor(askedSize) || 50));
  const chance = chanceFrom(`avatar ${id}`);
  const back = [60 + chance() * 90, 70 + chance() * 80, 90 + chance() * 100].map(Math.floor);
  const front = back.map((value) => Math.min(255, value + 95));
  const rows: Buffer[] = [];
  for (let y = 0; y < size; y += 1) {
    const row = Buffer.alloc(1 + size * 3);
    for (let x = 0; x < size; x += 1) row.set(isFigure((x + 0.5) / size, (y + 0.5) / size) ? front : back, 1 + x * 3);
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function isFigure(x: number, y: number): boolean {
  const isHead = (x - 0.5) ** 2 + (y - 0.38) ** 2 < 0.17 ** 2;
  const isShoulders = ((x - 0.5) / 0.33) ** 2 + ((y - 0.95) / 0.32) ** 2 < 1;
  return isHead || isShoulders;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

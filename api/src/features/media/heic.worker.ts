/** Decodes one HEIC picture, as a thread: that takes seconds, and ends with all the memory that it took. */
import { parentPort, workerData } from 'node:worker_threads';
import libheif from 'libheif-js/wasm-bundle.js';
import type { HeicTask } from './heic-pictures.ts';

const { bytes, pixelsLimit } = workerData as HeicTask;
const [picture] = new libheif.HeifDecoder().decode(bytes);
if (picture === undefined) throw new Error('There is no picture in it');
const [width, height] = [picture.get_width(), picture.get_height()];
if (width * height > pixelsLimit) throw new Error(`${width} × ${height} pixels are too many`);

picture.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (filled) => {
  if (filled === null) throw new Error('It cannot be decoded');
  parentPort?.postMessage(filled, [filled.data.buffer]);
});

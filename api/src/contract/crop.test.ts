import { expect, test } from 'vitest';
import { cropBox, type CropShape } from './crop.ts';

const MIDDLE = { x: 0.5, y: 0.5 };

test.each<[CropShape, typeof MIDDLE, ReturnType<typeof cropBox>]>([
  ['square', MIDDLE, { left: 100, top: 0, width: 400, height: 400 }],
  ['square', { x: 0, y: 0 }, { left: 0, top: 0, width: 400, height: 400 }],
  ['square', { x: 1, y: 1 }, { left: 200, top: 0, width: 400, height: 400 }],
  ['portrait', { x: 0.75, y: 0 }, { left: 280, top: 0, width: 320, height: 400 }],
  ['wide', { x: 0.1, y: 0.9 }, { left: 0, top: 86, width: 600, height: 314 }],
  ['tall', MIDDLE, { left: 188, top: 0, width: 225, height: 400 }],
])('%s around %j of 600 × 400 is %j', (shape, focus, box) => {
  expect(cropBox({ width: 600, height: 400 }, shape, focus)).toEqual(box);
});

test('a crop of the thinnest image has a pixel', () => {
  expect(cropBox({ width: 1, height: 5000 }, 'wide', { x: 1, y: 1 })).toEqual({
    left: 0,
    top: 4999,
    width: 1,
    height: 1,
  });
});

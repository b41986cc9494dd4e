import type { Page } from 'playwright-core';
import { choosePage } from '../testing/choose-page.ts';

/** A photo of breakfast, as far as a canvas can take one, ready to be posted. */
export async function attachPicture(page: Page): Promise<void> {
  const picture = await page.evaluate(drawBreakfast);
  await choosePage(page, 'Kedai Kopi Seri Pagi');
  await page
    .getByRole('textbox', { name: 'Content' })
    .fill('Kaya toast and kopi, RM 6.90 on weekdays until 10 am. See you at the counter.');
  await page.getByRole('radio', { name: 'Image' }).check();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kaya-toast.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture, 'base64') });
  await page.getByLabel('Alt text').fill('A cup of kopi beside two slices of kaya toast on a marble table.');
  await page.getByLabel('Sent').waitFor({ state: 'detached' });
  await page.getByText('Checking the file...').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

/** Runs inside the page; answers a JPEG in base64. */
function drawBreakfast(): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 1200, height: 900 });
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('There is no canvas');
  const fill = (colour: string | CanvasGradient, draw: () => void) => {
    pen.fillStyle = colour;
    pen.beginPath();
    draw();
    pen.fill();
  };
  const wall = pen.createLinearGradient(0, 0, 1200, 900);
  wall.addColorStop(0, '#f6dfb8');
  wall.addColorStop(1, '#d98f55');
  fill(wall, () => pen.rect(0, 0, 1200, 900));
  fill('#fff3dc', () => pen.arc(980, 180, 110, 0, 7));
  fill('#f3ece2', () => pen.rect(0, 600, 1200, 300));
  fill('#e2d7c8', () => pen.rect(0, 600, 1200, 14));
  // Saucer, cup, handle and kopi.
  fill('#ffffff', () => pen.ellipse(360, 740, 260, 54, 0, 0, 7));
  fill('#d9d2c7', () => pen.ellipse(360, 736, 170, 30, 0, 0, 7));
  pen.lineWidth = 34;
  pen.strokeStyle = '#ffffff';
  pen.beginPath();
  pen.ellipse(540, 560, 74, 84, 0, 0, 7);
  pen.stroke();
  fill('#ffffff', () => pen.roundRect(190, 430, 340, 300, [20, 20, 150, 150]));
  fill('#3a2114', () => pen.ellipse(360, 436, 168, 40, 0, 0, 7));
  fill('#6b4226', () => pen.ellipse(340, 430, 90, 16, 0, 0, 7));
  // Steam.
  pen.lineWidth = 16;
  pen.lineCap = 'round';
  pen.strokeStyle = 'rgb(255 255 255 / 60%)';
  for (const x of [300, 360, 420]) {
    pen.beginPath();
    pen.moveTo(x, 370);
    pen.bezierCurveTo(x - 50, 310, x + 50, 260, x, 190);
    pen.stroke();
  }
  // Plate and two slices with kaya between.
  fill('#ffffff', () => pen.ellipse(850, 750, 290, 62, 0, 0, 7));
  for (const [x, y] of [
    [690, 580],
    [770, 540],
  ] as const) {
    fill('#b8742f', () => pen.roundRect(x, y, 280, 170, 34));
    fill('#eec07e', () => pen.roundRect(x + 16, y + 16, 248, 138, 26));
    fill('#7c9a3c', () => pen.roundRect(x + 4, y + 146, 272, 22, 11));
  }
  return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
}

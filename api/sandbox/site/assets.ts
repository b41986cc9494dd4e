import { readFileSync } from 'node:fs';

export const STYLES = readFileSync(new URL('./browser/site.css', import.meta.url), 'utf8');
export const SCRIPT = readFileSync(new URL('./browser/site.js', import.meta.url), 'utf8');

import { listTexts } from './texts/list-texts.ts';
import { productSources } from './texts/product-sources.ts';

/**
 * Prints every text of screens, problems, notifications and public pages, with where it stands: to be read from the
 * top.
 */
for (const { file, line, text } of listTexts(productSources())) console.log(`${file}:${line}  ${text}`);

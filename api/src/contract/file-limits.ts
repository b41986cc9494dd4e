/**
 * Limits of files by themselves: a process that reads or draws one file knows these, and nothing else of the contract,
 * whose schemas take longer to make than most files to read.
 */

/** Of a page or a file as it comes. */
export const SOURCE_LIMIT_BYTES = 5 * 1024 * 1024;
/** What is read of it, and told to the AI. */
export const SOURCE_TEXT_LENGTH = 20_000;

/** Rows with something in them, without the one that names the columns. */
export const SHEET_MAX_ROWS = 5000;
export const SHEET_MAX_COLUMNS = 100;
export const SHEET_LIMIT_BYTES = 10 * 1024 * 1024;
/** Letters of one cell; a text of a post that is longer is refused all the same. */
export const SHEET_CELL_CHARACTERS = 70_000;
/** Worksheets of a workbook that are told, and how much of their names. */
export const SHEET_MAX_WORKSHEETS = 100;

/** A small picture of an image, at most so many pixels wide or high. */
export const THUMBNAIL_PIXELS = 320;

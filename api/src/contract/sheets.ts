import * as z from 'zod/mini';
import { byId, Count, Instant, limited, list, PageNumber, RowId } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { SHEET_CELL_CHARACTERS, SHEET_MAX_COLUMNS } from './file-limits.ts';
import { PageId } from './ids.ts';

/** Different addresses of images in one sheet. */
export const SHEET_MAX_IMAGES = 500;
/** Rows of a preview that are answered at once. */
export const SHEET_PAGE_SIZE = 100;

/** What a column may hold. `date` may have its time with it. */
export const SHEET_FIELDS = ['page', 'text', 'date', 'time', 'timeZone', 'image', 'altText', 'link'] as const;
export type SheetField = (typeof SHEET_FIELDS)[number];
export const DATE_ORDERS = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
/** What becomes of a row without a time. */
export const UNTIMED = ['draft', 'slot'] as const;

const SheetColumns = list(z.nullable(z.enum(SHEET_FIELDS)), SHEET_MAX_COLUMNS);

/** How a sheet is to be read: guessed from its columns, and corrected by its owner. */
export const SheetReading = z.strictObject({
  /** Its first row names the columns. */
  hasHeader: z.boolean(),
  /** What each column holds; null for one that is not read. Columns beyond are not read. */
  columns: SheetColumns,
  /** Where the times of rows without a zone of their own are meant. */
  timeZone: limited(100),
  /** Of dates such as 03/04/2027. null: as the other dates of the sheet say it, and asked for where none does. */
  dateOrder: z.optional(z.nullable(z.enum(DATE_ORDERS))),
  /** The page of rows that name none. */
  facebookPageId: z.optional(z.nullable(PageId)),
  /** Left out: a draft. `slot`: the next free slot of its page. */
  untimed: z.optional(z.enum(UNTIMED)),
  /** What becomes of a post closer to another one of its page than `User.spacingMinutes`; left out, it is refused. */
  tooClose: z.optional(z.enum(['refuse', 'allow'])),
});
export type SheetReading = z.infer<typeof SheetReading>;
/** The same as a caller sends it. */
export type GivenReading = z.input<typeof SheetReading>;

export const Sheet = z.object({
  id: z.number(),
  name: z.string(),
  /** Rows with something in them, the first one included. */
  rows: z.number(),
  /** What stands in the first row, and a few cells below it. */
  columns: z.array(z.object({ first: z.string(), samples: z.array(z.string()) })),
  reading: SheetReading,
  /** The worksheets of its workbook in their order; none of a file that is no workbook. */
  worksheets: z.optional(z.array(z.string())),
  /** Which of them it is, from 1: the first with rows, unless it was chosen. */
  worksheet: z.optional(z.number()),
});
export type Sheet = z.infer<typeof Sheet>;

/**
 * A file of CSV (or with semicolons or tabs, such as what is copied from a spreadsheet) or XLSX, read but not
 * imported. It is kept for a day. `worksheet` chooses one of a workbook, from 1.
 */
export const uploadSheet = endpoint({
  method: 'POST',
  path: '/api/sheets',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: none,
  query: z.strictObject({ name: z.optional(limited(255)), worksheet: z.optional(PageNumber) }),
  body: none,
  response: Sheet,
  success: 201,
  takesFile: true,
});

export const SheetProblem = z.object({ field: z.nullable(z.enum(SHEET_FIELDS)), message: z.string() });

/** What a row is read as. */
export const SheetRow = z.object({
  /** As a spreadsheet counts it: 1 is the first. */
  row: z.number(),
  /** Names of its pages, as the sheet has them where they are not known. */
  pages: z.array(z.string()),
  /** The beginning of its text. */
  text: z.string(),
  images: z.array(z.string()),
  /** null for a draft, for the next free slot, and while the time cannot be read. */
  scheduledAt: z.nullable(Instant),
  becomes: z.enum(['scheduled', 'draft', 'slot']),
  /** Why it cannot be imported. */
  problems: z.array(SheetProblem),
  /** What its owner may want to know. */
  notes: z.array(z.string()),
});
export type SheetRow = z.infer<typeof SheetRow>;

/** What would become of the sheet, read in this way. Nothing is made yet. */
export const SheetPreview = z.object({
  counts: z.object({
    rows: z.number(),
    /** Rows that cannot be imported. */
    problems: z.number(),
    /** Posts of the other rows: a row may name several pages. */
    posts: z.number(),
    scheduled: z.number(),
    drafts: z.number(),
    slots: z.number(),
  }),
  /** What is missing in the sheet as a whole. */
  problems: z.array(SheetProblem),
  /** How its dates were read; null where no date says it. */
  dateOrder: z.nullable(z.enum(DATE_ORDERS)),
  /** There are dates that may be read in both orders, and none says which. */
  asksDateOrder: z.boolean(),
  /** Addresses of images: `checkSheetImages` looks at those that are left. */
  images: z.object({ total: z.number(), pending: z.number() }),
  /** What of it was imported before; null for nothing. */
  importedBefore: z.nullable(z.object({ at: Instant, rows: z.number(), isSameFile: z.boolean() })),
  rows: z.array(SheetRow),
  pagination: z.object({ page: z.number(), pages: z.number() }),
  /** Of what would be made: an import with another mark than by now makes nothing. */
  mark: z.optional(z.string()),
});
export type SheetPreview = z.infer<typeof SheetPreview>;

export const previewSheet = endpoint({
  method: 'POST',
  path: '/api/sheets/:id/preview',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: [],
  asksOnly: true,
  isHeavy: true,
  params: byId,
  query: none,
  body: z.strictObject({
    reading: SheetReading,
    page: z.optional(PageNumber),
    /** Left out: all rows. */
    only: z.optional(z.enum(['problems'])),
  }),
  response: SheetPreview,
});

/** One of its rows, as a spreadsheet counts it. */
/** As the spreadsheet numbers it: within what the database counts. */
const RowNumber = RowId.check(z.lte(2_147_483_647));
const byRow = z.strictObject({ id: RowId, row: RowNumber });

/** What stands in a row. */
export const readSheetRow = endpoint({
  method: 'GET',
  path: '/api/sheets/:id/rows/:row',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: byRow,
  query: none,
  body: none,
  response: z.object({ row: z.number(), cells: z.array(z.string()) }),
});

const Cell = z.optional(limited(500));

/**
 * Changes cells of a row that is kept, before its import. Where no column holds a field, one is added behind the
 * others; the columns that are answered have it.
 */
export const updateSheetRow = endpoint({
  method: 'PATCH',
  path: '/api/sheets/:id/rows/:row',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: byRow,
  query: none,
  body: z.strictObject({
    columns: SheetColumns,
    cells: z.strictObject({
      page: Cell,
      text: z.optional(limited(SHEET_CELL_CHARACTERS)),
      date: Cell,
      time: Cell,
    }),
  }),
  response: z.object({ columns: SheetColumns }),
});

/** Fetches the next few images whose addresses stand in the sheet. Again until none is pending. */
export const checkSheetImages = endpoint({
  method: 'POST',
  path: '/api/sheets/:id/images',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: byId,
  query: none,
  body: z.strictObject({ reading: SheetReading }),
  response: z.object({ total: z.number(), pending: z.number() }),
});

/** What an import has made. */
export const SheetImport = z.object({
  posts: z.number(),
  scheduled: z.number(),
  drafts: z.number(),
  /** Rows that were left out for their problems. */
  skippedRows: z.number(),
  /** When the first of its posts goes out. */
  firstAt: z.nullable(Instant),
});
export type SheetImport = z.infer<typeof SheetImport>;

/**
 * Makes the posts of a sheet: all of them, or none. A sheet that was imported already answers what was made then.
 * Answers 422 with `problems` (how many rows have some) unless `skipProblems`, and 409 with `importedBefore` for rows
 * that were imported before unless `again`. For tokens, 409 with `rows` where rows show the same as what is proposed,
 * planned or out, and unless `skipProblems` where they look like it.
 */
export const importSheet = endpoint({
  method: 'POST',
  path: '/api/sheets/:id/import',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  isHeavy: true,
  params: byId,
  query: none,
  body: z.strictObject({
    reading: SheetReading,
    skipProblems: z.optional(z.boolean()),
    again: z.optional(z.boolean()),
    /** The posts that the preview has counted: where it is another number by now, nothing is made. */
    posts: z.optional(Count),
    /** The same of all that the preview has shown. */
    mark: z.optional(limited(64)),
  }),
  response: SheetImport,
  idempotent: true,
});

/** An empty sheet with an example, to be filled in. Not a call of the contract: it answers CSV. */
export const SHEET_TEMPLATE_PATH = '/api/sheets/template';
/** What is planned, or what is out, as CSV that can be imported again. Not a call of the contract either. */
export const SHEET_EXPORT_PATH = '/api/sheets/export';
export const SHEET_EXPORTS = ['plan', 'history'] as const;
export type SheetExport = (typeof SHEET_EXPORTS)[number];
export const SheetExportQuery = z.strictObject({
  what: z.enum(SHEET_EXPORTS),
  /** Left out: where the caller's days begin. */
  timeZone: z.optional(limited(100)),
});

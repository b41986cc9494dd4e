import type { Knex } from 'knex';

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  /** Who leaves it out gets a value all the same. */
  readonly hasPreset: boolean;
}

interface Rule {
  readonly kind: 'check' | 'unique' | 'reference' | 'trigger' | 'function' | 'index';
  readonly table: string;
  readonly columns: readonly string[];
  readonly definition: string;
  /** The table that a reference keeps rows of from being deleted. */
  readonly holds: string | null;
}

/** What those who read and write the database go by, by name: `table.column`, `table.rule`. */
export interface SchemaShape {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlyMap<string, Column>;
  readonly rules: ReadonlyMap<string, Rule>;
}

const HERE = 'current_schema()::regnamespace';

const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "isRequired",
    a.atthasdef or a.attidentity <> '' as "hasPreset"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = ${HERE} and c.relname not like 'knex_%'`;

const RULES = `
  select case contype when 'c' then 'check' when 'f' then 'reference' else 'unique' end as kind,
    r.relname as table, conname as name, pg_get_constraintdef(k.oid) as definition,
    array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns,
    case when contype = 'f' and confdeltype in ('a', 'r') then confrelid::regclass::text end as holds
  from pg_constraint k join pg_class r on r.oid = conrelid
  where connamespace = ${HERE} and contype in ('c', 'f', 'p', 'u', 'x') and r.relname not like 'knex_%'
  union all
  select case when indisunique then 'unique' else 'index' end, r.relname, i.relname, pg_get_indexdef(i.oid),
    -- Of expressions, too.
    array(select attname::text from pg_attribute join pg_depend d on d.refobjid = attrelid and d.refobjsubid = attnum
      where d.objid = i.oid and attrelid = indrelid and attnum > 0), null
  from pg_index join pg_class i on i.oid = indexrelid join pg_class r on r.oid = indrelid
  where i.relnamespace = ${HERE} and r.relname not like 'knex_%'
    and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select 'trigger', r.relname, tgname, pg_get_triggerdef(t.oid), '{}', null
  from pg_trigger t join pg_class r on r.oid = tgrelid where not tgisinternal and r.relnamespace = ${HERE}
  union all
  select 'function', '', p.oid::regprocedure::text, md5(prosrc), '{}', null from pg_proc p
  where pronamespace = ${HERE} and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

export async function readShape(db: Knex): Promise<SchemaShape> {
  const { rows: columns } = await db.raw<{ rows: (Column & { table: string; column: string })[] }>(COLUMNS);
  const { rows: rules } = await db.raw<{ rows: (Rule & { name: string })[] }>(RULES);
  return {
    tables: new Set(columns.map(({ table }) => table)),
    columns: new Map(columns.map(({ table, column, ...rest }) => [`${table}.${column}`, rest])),
    rules: new Map(rules.map(({ name, ...rule }) => [`${rule.table}.${name}`, rule])),
  };
}

const WIDER: Readonly<Record<string, readonly string[]>> = { smallint: ['integer', 'bigint'], integer: ['bigint'] };

/**
 * What a process would stumble over whose release knows the database as it was before.
 * @param widens rules that let pass what they let pass before, and more
 */
export function whatBreaksOlder(before: SchemaShape, after: SchemaShape, widens: readonly string[] = []): string[] {
  return [
    ...[...before.tables].filter((table) => !after.tables.has(table)).map((table) => `${table} is gone`),
    ...columnsThatBreak(before, after),
    ...rulesThatBreak(before, after).filter((line) => !widens.some((name) => line.includes(`.${name} `))),
  ];
}

function columnsThatBreak(before: SchemaShape, after: SchemaShape): string[] {
  const lines = [];
  for (const [name, was] of before.columns) {
    const is = after.columns.get(name);
    if (is === undefined) lines.push(`${name} is gone`);
    else if (is.type !== was.type && WIDER[was.type]?.includes(is.type) !== true)
      lines.push(`${name} was ${was.type} and is ${is.type}`);
    else if (is.isRequired && !was.isRequired) lines.push(`${name} is required`);
    else if (is.isRequired && was.hasPreset && !is.hasPreset) lines.push(`${name} has no default any more`);
  }
  for (const [name, is] of after.columns)
    if (!before.columns.has(name) && before.tables.has(name.split('.')[0] ?? '') && is.isRequired && !is.hasPreset)
      lines.push(`${name} is required and has no default`);
  return lines;
}

/** A unique index over rows that have something in a new column: older processes make none of these. */
function leavesOutOlder({ kind, definition }: Rule, wasThere: (column: string) => boolean): boolean {
  const [, column] = / WHERE \((\w+) IS NOT NULL\)$/.exec(definition) ?? [];
  return kind === 'unique' && column !== undefined && !wasThere(column);
}

function rulesThatBreak(before: SchemaShape, after: SchemaShape): string[] {
  const isMissed = ({ kind }: Rule) => kind === 'unique' || kind === 'trigger' || kind === 'function';
  const gone = [...before.rules]
    .filter(([name, { table, ...rule }]) => isMissed({ table, ...rule }) && !after.rules.has(name))
    .map(([name, { kind }]) => `the ${kind} ${name} is gone`);
  const added = [...after.rules].flatMap(([name, rule]) => {
    const was = before.rules.get(name);
    if (was?.definition === rule.definition) return [];
    const wasThere = (column: string) => before.columns.has(`${rule.table}.${column}`);
    // Who leaves one column of a reference empty refers to nothing.
    const asksOfOlder = rule.kind === 'reference' ? rule.columns.every(wasThere) : rule.columns.some(wasThere);
    const isOfRows = rule.kind === 'check' || rule.kind === 'unique' || rule.kind === 'reference';
    if (isOfRows && asksOfOlder && !leavesOutOlder(rule, wasThere))
      return [`the ${rule.kind} ${name} asks more than before`];
    if (rule.holds !== null && before.tables.has(rule.holds))
      return [`${name} keeps rows of ${rule.holds} from being deleted`];
    return [];
  });
  return [...gone, ...added];
}

/** The columns of every table, as they are called. */
export async function columnsOf(db: Knex): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await db.raw<{ rows: { name: string; columns: string[] }[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace group by c.relname`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

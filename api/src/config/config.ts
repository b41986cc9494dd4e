import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { readSender } from '../mails/mail-address.ts';
import { readSmtpUrl } from '../mails/smtp-address.ts';
import { ConfigError } from './config-error.ts';
import { SHORT_KEY, SHORTEST_KEY } from './secret-files.ts';
import { ReleaseKeys } from './release-keys.ts';
import { DEFAULT_GRAPH_VERSION } from './graph-versions.ts';

const port = (preset: number) =>
  z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(preset);
const url = (preset: string) =>
  z
    .url('must be an address such as https://example.com')
    .transform((value) => value.replace(/\/+$/, ''))
    .default(preset);
const perMinute = (preset: number) =>
  z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be 1 or more').default(preset);
const CLOCK_LIMIT = 'must be seconds, from 0.1 on, or off';
const PHOTO_LIMIT = 'must be megabytes, from 4 to 10';
const DOLLARS = 'must be US dollars a day, or off';
/** In millionths; null for no limit. */
const budget = (preset: number) =>
  z
    .union(
      [
        z.literal('off').transform(() => null),
        z.coerce
          .number(DOLLARS)
          .min(0, DOLLARS)
          .transform((dollars) => Math.round(dollars * 1_000_000)),
      ],
      DOLLARS,
    )
    .default(preset * 1_000_000);
/** Origins beside the product's own that pages may load remotes from. */
export const RemoteHosts = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((origin) => origin.trim().replace(/\/$/, ''))
      .filter(Boolean),
  )
  .pipe(z.array(z.string().refine(isSafeOrigin, 'must be origins such as https://cdn.example.com, joined by commas')));

/** Networks of one's own, with which the server deals all the same when people name an address there. */
const OwnNetworks = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((network) => network.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(z.string().refine(isNetwork, 'must be IP addresses or networks such as 10.1.0.0/16, joined by commas')),
  );

/** Made to end with a slash. */
const S3Prefix = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be letters, digits, dots and dashes, such as pagecast or teams/pagecast')
  .transform((value) => (value.endsWith('/') ? value : `${value}/`))
  .or(z.literal(''))
  .default('');

/** What is under way has to end within 35 s of the signal. */
const MOST_DRAIN_SECONDS = 30;
/** Less than machines agree on anyway. */
const MIN_CLOCK_LIMIT = 0.1;

const Environment = z
  .object({
    PORT: port(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((value) => path.resolve(value)),
    DATABASE_URL: z
      .string('must name a PostgreSQL: postgres://user:password@host:port/database')
      .regex(/^postgres(ql)?:\/\//, 'must name a PostgreSQL: postgres://user:password@host:port/database'),
    PUBLIC_URL: z.url('must be the origin that people use, such as https://pages.example.com').optional(),
    SECRET_KEY: z.string().min(SHORTEST_KEY, SHORT_KEY).optional(),
    /** Still accepted while SECRET_KEY is being changed. */
    SECRET_KEY_PREVIOUS: z.string().min(SHORTEST_KEY, SHORT_KEY).optional(),
    FB_APP_ID: z.string().regex(/^\d+$/, 'must be the number of a Facebook app').optional(),
    FB_APP_SECRET: z.string().optional(),
    FB_GRAPH_VERSION: z
      .string()
      .regex(/^v\d+\.\d+$/, 'must be a version such as v19.0')
      .default(DEFAULT_GRAPH_VERSION),
    FB_GRAPH_BASE: url('https://graph.facebook.com'),
    FB_GRAPH_VIDEO_BASE: url('https://graph-video.facebook.com'),
    FB_RUPLOAD_BASE: url('https://rupload.facebook.com'),
    FB_SDK_URL: url('https://connect.facebook.net/en_US/sdk.js'),
    FB_PUBLISH_MODE: z.enum(['two-step', 'direct'], 'must be two-step or direct').default('two-step'),
    /** Photos above 4 MB are tried once, and sent smaller where they are refused. */
    FB_PHOTO_LIMIT_MB: z.coerce.number(PHOTO_LIMIT).min(4, PHOTO_LIMIT).max(10, PHOTO_LIMIT).default(4),
    OPENAI_API_KEY: z.string().optional(),
    OPENAI_BASE_URL: url('https://api.openai.com/v1'),
    OPENAI_MODEL: z.string().default('gpt-5.4-mini'),
    AI_DAILY_BUDGET: budget(50),
    AI_DAILY_BUDGET_PER_USER: budget(5),
    FIZTECH_API_URL: z.url('must be an address such as https://example.com').optional(),
    FIZTECH_API_KEY: z.string().optional(),
    ADMIN_FACEBOOK_IDS: z
      .string()
      .default('')
      .transform((value) =>
        value
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(/^\d+$/, 'must be Facebook IDs joined by commas'))),
    /** Files lie in this bucket, and not in the data folder. */
    S3_BUCKET: z.string().optional(),
    /** Left out, it is Amazon's own. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' }).optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_PREFIX: S3Prefix,
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** A mail server, with its user and password. */
    SMTP_URL: z
      .string()
      .refine(
        (value) => readSmtpUrl(value) !== null,
        'must be a mail server such as smtp://user:password@mail.example.com:587',
      )
      .optional(),
    /** Whom mails come from; left out, it is made from the host of PUBLIC_URL. */
    MAIL_FROM: z
      .string()
      .refine((value) => readSender(value) !== null, 'must be a sender such as Pagecast <pagecast@example.com>')
      .optional(),
    /** Where mails go back to that could not be delivered; left out, whom they come from. */
    MAIL_BOUNCES_TO: z
      .string()
      .refine((value) => readSender(value)?.name === '', 'must be an address such as bounces@example.com')
      .optional(),
    SUPPORT_EMAIL: z.string().default('support@localhost'),
    FIZTECH_HOST: z.string().default('fiztech.example'),
    REMOTE_HOSTS: RemoteHosts,
    IMAGE_NETWORKS: OwnNetworks,
    SOURCE_NETWORKS: OwnNetworks,
    WEBHOOK_NETWORKS: OwnNetworks,
    /** Of so many visits pages tell how fast they are: few say enough where there are many. */
    VITALS_SHARE: z.coerce.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1').default(1),
    /** Public keys of those who sign areas; without any, signatures are not looked at. */
    RELEASE_KEYS: ReleaseKeys,
    LOGIN_RATE_LIMIT: perMinute(30),
    CODE_RATE_LIMIT: perMinute(10),
    TRUST_PROXY: z
      .string()
      .regex(/^(off|\d)$/, 'must be off or the number of proxies in front')
      .default('off')
      .transform((value) => (value === 'off' ? 0 : Number(value))),
    /** Lets others than this machine read the metrics and the source maps. */
    METRICS_TOKEN: z
      .string()
      .regex(/^\S{16,}$/, 'must be at least 16 characters of random text, without spaces')
      .optional(),
    /** Who may look at remotes of a developer's machine; everyone while the product itself is under development. */
    REMOTE_OVERRIDES: z.enum(['admins', 'everyone'], 'must be admins or everyone').default('admins'),
    /**
     * `on`: publishes in a process of its own; `within`: in the one that serves people; `only`: this process publishes
     * and serves nobody.
     */
    LOOP: z.enum(['on', 'within', 'off', 'only'], 'must be on, within, off or only').default('on'),
    /** After SIGTERM a process serves on for so long, not ready: balancers ask every few seconds. */
    DRAIN_SECONDS: z.coerce
      .number('must be seconds, from 0 to 30')
      .min(0, 'must be seconds, from 0 to 30')
      .max(MOST_DRAIN_SECONDS, 'must be seconds, from 0 to 30')
      .default(5),
    /** How far the clock of this machine may be from the database's. */
    CLOCK_LIMIT_SECONDS: z
      .union(
        [z.literal('off').transform(() => null), z.coerce.number(CLOCK_LIMIT).min(MIN_CLOCK_LIMIT, CLOCK_LIMIT)],
        CLOCK_LIMIT,
      )
      .default(1),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
    /** The folder that holds the built front-end packages. */
    WEB_ROOT: z.string().default(path.resolve(import.meta.dirname, '../../..')),
  })
  .refine((env) => (env.FB_APP_ID === undefined) === (env.FB_APP_SECRET === undefined), {
    path: ['FB_APP_SECRET'],
    message: 'must be set together with FB_APP_ID',
  })
  .refine((env) => env.S3_BUCKET !== undefined || env.S3_ENDPOINT === undefined, {
    path: ['S3_BUCKET'],
    message: 'must be set together with S3_ENDPOINT',
  })
  .refine((env) => (env.S3_ACCESS_KEY_ID === undefined) === (env.S3_SECRET_ACCESS_KEY === undefined), {
    path: ['S3_SECRET_ACCESS_KEY'],
    message: 'must be set together with S3_ACCESS_KEY_ID',
  })
  .refine(
    (env) => env.RELEASE_KEYS.length === 0 || isSafeOrigin(new URL(env.PUBLIC_URL ?? 'http://localhost').origin),
    {
      path: ['RELEASE_KEYS'],
      message: 'needs a PUBLIC_URL with https: browsers check no signature over http',
    },
  );

export type Config = Omit<z.infer<typeof Environment>, 'PUBLIC_URL' | 'SECRET_KEY'> & {
  readonly PUBLIC_URL: string;
  readonly SECRET_KEY: string;
  /** Where the key comes from, in words. */
  readonly SECRET_KEY_FROM: string;
};

/**
 * The settings of this process, read once. An empty variable counts as unset.
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!read.success) {
    throw new ConfigError(
      read.error.issues.map((issue) => `${issue.path[0]?.toString() ?? ''} ${issue.message}`).join('\n'),
    );
  }
  const config = read.data;
  return {
    ...config,
    PUBLIC_URL: new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin,
    ...secretKeyOf(config),
  };
}

/** The key that is set, else that of the data folder, which is made when there is none. */
export function secretKeyOf({
  SECRET_KEY,
  DATA_DIR,
}: {
  readonly SECRET_KEY?: string | undefined;
  readonly DATA_DIR: string;
}): Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_FROM'> {
  if (SECRET_KEY !== undefined) return { SECRET_KEY, SECRET_KEY_FROM: 'the variable SECRET_KEY' };
  return { SECRET_KEY: keptKey(DATA_DIR), SECRET_KEY_FROM: `the file ${keyFile(DATA_DIR)}` };
}

/** What comes over plain http may be changed on its way, unless it never leaves this machine. */
function isSafeOrigin(value: string): boolean {
  if (!URL.canParse(value) || new URL(value).origin !== value) return false;
  return value.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(value);
}

function isNetwork(value: string): boolean {
  const [address = '', length, ...others] = value.split('/');
  const version = isIP(address);
  if (version === 0 || others.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128));
}

function keyFile(dataDir: string): string {
  return path.join(dataDir, 'secret.key');
}

/**
 * Made at the first start and kept beside the data, readable by its owner only. From then on it is only read: a process
 * starts on a disk that has no room left, too.
 */
function keptKey(dataDir: string): string {
  const file = keyFile(dataDir);
  const key = readOrMake(file);
  if (key.length < SHORTEST_KEY)
    throw new ConfigError(
      `DATA_DIR has no whole key in ${file}. Put it back from another process or from a backup. ` +
        'Delete the file only if the database is empty.',
    );
  return key;
}

function readOrMake(file: string): string {
  try {
    if (!fs.existsSync(file)) makeKey(file);
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`DATA_DIR can't keep the secret key: ${(error as Error).message}`);
  }
}

function makeKey(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600 });
    // A link comes into being whole: of two processes that start together, both use the one key.
    fs.linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

import { ConfigError } from '../config/config-error.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type SamplerName = (typeof SAMPLERS)[number];

export interface TracingSettings {
  readonly sampler: SamplerName;
  /** The share of traces that are kept, by samplers that have one. */
  readonly ratio: number;
  /** How long spans are gathered before they are sent. */
  readonly delayMs: number;
}

/**
 * What OpenTelemetry's own variables say of traces; its libraries read the others themselves (`OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS`, `…_TIMEOUT`, `…_CERTIFICATE`).
 * @returns null where nothing is traced
 * @throws ConfigError for a value that is none
 */
export function readTracing(env: NodeJS.ProcessEnv): TracingSettings | null {
  const value = (name: string) => (env[name] ?? '').trim();
  const hasEndpoint = value('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '' || value('OTEL_EXPORTER_OTLP_ENDPOINT') !== '';
  const isOff = value('OTEL_SDK_DISABLED').toLowerCase() === 'true' || value('OTEL_TRACES_EXPORTER') === 'none';
  if (!hasEndpoint || isOff) return null;
  const protocol = value('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') || value('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol === 'grpc') throw new ConfigError('OTEL_EXPORTER_OTLP_PROTOCOL: grpc is not spoken here; set http/json');
  const sampler = value('OTEL_TRACES_SAMPLER') || 'parentbased_always_on';
  if (!isSampler(sampler)) throw new ConfigError(`OTEL_TRACES_SAMPLER: has to be one of ${SAMPLERS.join(', ')}`);
  return {
    sampler,
    ratio: number('OTEL_TRACES_SAMPLER_ARG', value('OTEL_TRACES_SAMPLER_ARG') || '1', 1),
    delayMs: number('OTEL_BSP_SCHEDULE_DELAY', value('OTEL_BSP_SCHEDULE_DELAY') || '5000', 600_000),
  };
}

const isSampler = (name: string): name is SamplerName => SAMPLERS.some((one) => one === name);

function number(name: string, text: string, most: number): number {
  const given = Number(text);
  if (!(given >= 0 && given <= most)) throw new ConfigError(`${name}: has to be a number from 0 to ${most}`);
  return given;
}

import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type SpanContext,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Note, Step, Tracing } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Traces for whatever understands OTLP over HTTP. */
export function openTelemetry(settings: TracingSettings): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'pagecast' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: settings.delayMs }),
    ],
  });
  const tracer = provider.getTracer('pagecast');

  return {
    async trace<T>({ name, kind, attributes = {}, parent, isPart }: Step, run: (note: Note) => Promise<T>): Promise<T> {
      if (isPart === true && trace.getActiveSpan() === undefined) return run(SILENT);
      const from = remoteOf(parent ?? null);
      const within = from === null ? context.active() : trace.setSpanContext(ROOT_CONTEXT, from);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, within);
      const note: Note = {
        rename: (other) => span.updateName(other),
        set: (more) => span.setAttributes(more),
        fail: () => span.setStatus({ code: SpanStatusCode.ERROR }),
      };
      try {
        return await context.with(trace.setSpan(within, span), () => run(note));
      } catch (error) {
        // What it says may be what somebody wrote.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },

    traceparent(): string | null {
      const span = trace.getActiveSpan()?.spanContext();
      if (span === undefined) return null;
      return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
    },

    // Who ends does not wait for a collector that is away.
    stop: () => provider.shutdown().catch(() => {}),
  };
}

const SILENT: Note = { rename() {}, set() {}, fail() {} };

/** A step of another process; null for what is none. */
function remoteOf(parent: string | null): SpanContext | null {
  const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(parent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  const isSampled = (parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0;
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const isByParent = sampler.startsWith('parentbased_');
  const root = rootSampler(sampler.replace('parentbased_', ''), ratio);
  return isByParent ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

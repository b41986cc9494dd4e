import { installTracing } from './tracing.ts';
import { readTracing } from './tracing-settings.ts';

/** Begins to trace where OpenTelemetry's variables ask for it; else nothing of it is even loaded. */
export async function startTracing(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readTracing(env);
  if (settings === null) return;
  const { openTelemetry } = await import('./open-telemetry.ts');
  installTracing(openTelemetry(settings));
}

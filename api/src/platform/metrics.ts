import { Controller, Get, Header, type OnModuleInit } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ProcessMetrics } from '@voordeur/server';
import { Histogram } from 'prom-client';
import { DataSource } from 'typeorm';

/* Every metric of an api process. None needs a query: only the worker queries Redis and Postgres, once. */
export const metrics = new ProcessMetrics();

const requestDuration = new Histogram({
  name: 'voordeur_http_request_duration_seconds',
  help: 'Requests by class of route and of status, from the first byte to the response.',
  labelNames: ['route', 'status'] as const,
  buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics.registry],
});

/** Records one request of a route: its status code, and how long it took. */
export type RequestTimer = (statusCode: number, durationMs: number) => void;

/**
 * The timer of one route, or (null) of requests that met none. Labels are few: neither a path that a client chose nor an
 * address is among them.
 */
export function timerOf(route: { method: string | string[]; url: string } | null): RequestTimer {
  const name = route ? classOf(route) : 'unknown';
  // rate() takes no notice of the first failures of a series that begins with them.
  for (const status of ['2xx', '5xx']) requestDuration.zero({ route: name, status });
  const byClass = [1, 2, 3, 4, 5].map((first) => requestDuration.labels(name, `${first}xx`));
  return (statusCode, durationMs) => {
    byClass[Math.floor(statusCode / 100) - 1]?.observe(durationMs / 1_000);
  };
}

function classOf({ method, url }: { method: string | string[]; url: string }): string {
  if (url === '/api/visit') return 'visit';
  if (url === '/api/video-view') return 'video-view';
  if (url === '/api/goal') return 'goal';
  // Open for as long as a page is, which says nothing of how fast the api answers.
  if (url === '/api/admin/analytics/now') return 'stream';
  if (url.startsWith('/api/admin/')) return 'admin';
  if (url === '/metrics' || url.startsWith('/api/health/')) return 'probe';
  return [method].flat().includes('POST') ? 'form' : 'other';
}

/** On the process's own port, outside /api: nginx passes nothing else on. */
@Controller('metrics')
export class MetricsController implements OnModuleInit {
  constructor(private readonly db: DataSource) {}

  onModuleInit(): void {
    metrics.watchPool(this.db);
  }

  @Get()
  @Header('content-type', metrics.registry.contentType)
  @RouteConfig({ quiet: 'all' })
  read(): Promise<string> {
    return metrics.read();
  }
}

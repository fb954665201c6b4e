import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

/** The part of pg's pool that is read here; TypeORM declares its pools as `any`. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  connect: (done: (...answer: unknown[]) => void) => void;
}

/** The metrics of one of our processes, read by Prometheus. Each process adds its own to `registry`. */
export class ProcessMetrics {
  readonly registry = new Registry();
  private readonly poolWait = new Histogram({
    name: 'voordeur_postgres_pool_wait_seconds',
    help: 'How long queries waited for a connection of the pool.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });
  private readonly poolWaiting = new Gauge({
    name: 'voordeur_postgres_pool_waiting',
    help: 'Queries that wait for a connection of the pool at this moment.',
    registers: [this.registry],
  });
  private readonly poolConnections = new Gauge({
    name: 'voordeur_postgres_pool_connections',
    help: 'Connections of the pool.',
    labelNames: ['state'] as const,
    registers: [this.registry],
  });
  private pool: Pool | undefined;

  /** Node's own figures: memory, CPU, handles, garbage collection, delay of the event loop. Once in a process. */
  addNodeMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Times each wait for a connection of this database from now on. */
  watchPool({ driver }: DataSource): void {
    const { master: pool } = driver as unknown as { master: Pool };
    const connect = pool.connect.bind(pool);
    pool.connect = (done) => {
      const end = this.poolWait.startTimer();
      connect((...answer) => {
        end();
        done(...answer);
      });
    };
    this.pool = pool;
  }

  /** In Prometheus' text format, from memory alone. */
  read(): Promise<string> {
    if (this.pool) {
      const { totalCount, idleCount, waitingCount } = this.pool;
      this.poolWaiting.set(waitingCount);
      this.poolConnections.set({ state: 'idle' }, idleCount);
      this.poolConnections.set({ state: 'busy' }, totalCount - idleCount);
    }
    return this.registry.metrics();
  }
}

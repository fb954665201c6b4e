import { SentinelConnector } from 'ioredis';

/**
 * ioredis' way to the primary that Sentinels watch, which subscribes to failovers. The subscription of the previous
 * connection stays while the next one is sought; news of a failover would abort that and end the client for good.
 */
export class LastingSentinelConnector extends SentinelConnector {
  override connect(...args: Parameters<SentinelConnector['connect']>) {
    // It's private there; the next connection makes another.
    const { failoverDetector } = this as unknown as { failoverDetector: { cleanup: () => void } | null };
    failoverDetector?.cleanup();
    return super.connect(...args);
  }
}

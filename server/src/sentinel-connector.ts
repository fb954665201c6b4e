import { SentinelConnector } from 'ioredis';

/**
 * ioredis' way to the primary that Sentinels watch, which listens to them for another one. What listened for the connection
 * before goes on while the next one is sought; the news of a failover would break that off, and the client end for good.
 */
export class LastingSentinelConnector extends SentinelConnector {
  override connect(...args: Parameters<SentinelConnector['connect']>) {
    // It's private there; the next connection makes another.
    const { failoverDetector } = this as unknown as { failoverDetector: { cleanup: () => void } | null };
    failoverDetector?.cleanup();
    return super.connect(...args);
  }
}

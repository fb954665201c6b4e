import { Cluster, type ClusterNode, type ClusterOptions } from 'ioredis';

/** Private members of ioredis. */
interface Inside {
  setStatus: (status: string) => void;
  handleCloseEvent: () => void;
}

/**
 * ioredis' client of a Cluster, which connects again or ends after its last connection is gone, whatever came before. ioredis'
 * own may do neither: where it was connected again while it was still disconnecting, as BullMQ does after a command that
 * timed out, and where it is ended while it has no connection. A worker then takes no jobs, or waits forever as it ends.
 */
export class LastingCluster extends Cluster {
  constructor(
    private readonly nodesGiven: ClusterNode[],
    options: ClusterOptions,
  ) {
    super(nodesGiven, options);
    this.on('close', () => {
      // After ioredis' own listener, where it has one.
      setImmediate(() => {
        if (this.status === 'close') this.inside.handleCloseEvent();
      });
    });
  }

  override disconnect(reconnect = false): void {
    const hasNone = ['close', 'reconnecting'].includes(this.status) && this.nodes().length === 0;
    super.disconnect(reconnect);
    if (!hasNone) return;
    this.inside.setStatus('close');
    this.inside.handleCloseEvent();
  }

  /** Another one like it, as BullMQ makes for each worker. */
  override duplicate(nodes: ClusterNode[] = this.nodesGiven, options: ClusterOptions = {}): LastingCluster {
    return new LastingCluster(nodes, { ...this.options, ...options });
  }

  private get inside(): Inside {
    return this as unknown as Inside;
  }
}

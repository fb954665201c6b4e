import { startReceiver } from '@voordeur/worker/tools';

export interface Receiver {
  port: number;
  mood: 'well' | 'failing' | 'hanging';
  /** Deliveries while it was well: the `webhook-id`s under which each event came, by its id in the body. */
  arrived: Map<string, Set<string>>;
  /** Breaks off what hangs, and takes no connection until `open`. */
  shut: () => Promise<void>;
  open: () => Promise<void>;
}

/** The settings by which questions, or other events, go to it. */
export const settingsFor = (port: number | string, event = 'QUESTION') => ({
  [`WEBHOOK_${event}_URL`]: `http://127.0.0.1:${port}/`,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_SIGNING_SECRET: 'whsec_ZHJpbGwtZHJpbGwtZHJpbGwtZHJpbGw=',
});

/** The owner's automation: a real little server that can be well, answer 500, hang, or be gone. */
export async function openReceiver(): Promise<Receiver> {
  const arrived: Receiver['arrived'] = new Map();
  const listen = async (port = 0) => {
    const endpoint = await startReceiver({ port });
    endpoint.answerWith((response, { body, headers }) => {
      if (receiver.mood === 'hanging') return; // the sender's own timeout ends it
      if (receiver.mood === 'well') {
        const { id } = JSON.parse(body) as { id: string };
        arrived.set(id, (arrived.get(id) ?? new Set()).add(String(headers['webhook-id'])));
      }
      response.writeHead(receiver.mood === 'well' ? 204 : 500).end();
    });
    return endpoint;
  };
  let endpoint = await listen();
  const receiver: Receiver = {
    port: endpoint.port,
    mood: 'well',
    arrived,
    shut: () => endpoint.close(),
    open: async () => {
      endpoint = await listen(receiver.port);
    },
  };
  return receiver;
}

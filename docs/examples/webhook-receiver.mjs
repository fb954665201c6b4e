// A receiver of webhooks: checks each signature and writes what happened to events.jsonl, one line each, once.
//   npm install standardwebhooks
//   WEBHOOK_SIGNING_SECRET=whsec_… PORT=3000 node webhook-receiver.mjs
import { appendFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const secret = process.env.WEBHOOK_SIGNING_SECRET;
if (!secret) throw new Error('WEBHOOK_SIGNING_SECRET is missing: it is in the .env of the site');
// A secret that begins with whsec_ is base64; any other is taken as it is.
const webhook = new Webhook(secret, secret.startsWith('whsec_') ? {} : { format: 'raw' });

const file = process.env.EVENTS_FILE ?? 'events.jsonl';
/** Every event comes at least once, so a receiver keeps what it has done. Here that's the file itself. */
const done = new Set(
  linesOf(await readFile(file, 'utf8').catch(() => '')).map((line) => JSON.parse(line).webhookId),
);

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // The bytes as they came: parsed and written again, they would have another signature.
  const body = Buffer.concat(chunks).toString('utf8');
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch {
    response.writeHead(400).end('The signature is wrong, or older than five minutes.\n');
    return;
  }
  const id = request.headers['webhook-id'];
  if (!done.has(id)) {
    done.add(id);
    try {
      await appendFile(file, `${JSON.stringify({ webhookId: id, ...event })}\n`);
    } catch (error) {
      // Not done: with any answer but 2xx it's sent again.
      done.delete(id);
      console.error(error);
      response.writeHead(500).end();
      return;
    }
    console.log(id, event.type);
  }
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Receiving webhooks at http://127.0.0.1:${server.address().port}`);
});

function linesOf(text) {
  return text.split('\n').filter((line) => line !== '');
}

import { randomUUID } from 'node:crypto';
import { acceptedSchema, type VisitBody, visitBodySchema } from '@voordeur/contracts/http';
import { fastify } from 'fastify';

/** `node bare-fastify.js PORT`: the same call answered with nothing behind it, the baseline of the api. */
const app = fastify();
app.post<{ Body: VisitBody }>(
  '/api/visit',
  { schema: { body: visitBodySchema, response: { 202: acceptedSchema } } },
  (_request, reply) => {
    void reply.code(202).send({ id: randomUUID() });
  },
);
app.get('/api/health/ready', () => ({ status: 'ok' }));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });

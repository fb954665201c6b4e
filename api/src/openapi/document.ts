import { errorCodes } from '@voordeur/contracts/http';
import { AppModule } from '../app.module.js';
import { goalRoute } from '../goals/goals.route.js';
import { videoViewRoute } from '../video-views/video-views.route.js';
import { visitRoute } from '../visits/visits.route.js';
import { type Call, calls } from './calls.js';
import { type Route, routesOf } from './routes.js';
import type { ObjectSchema } from './schema-of-dto.js';

/** Nest's notation; OpenAPI uses `{id}` and describes each parameter. */
const parameterOfPath = /:(\w+)/g;

/** Fastify routes, which have no decorators to read. */
const hotRoutes = [visitRoute, videoViewRoute, goalRoute].map((route): Route => ({
  ...route,
  method: 'POST',
  status: 202,
  needsSession: false,
  query: undefined,
}));

/** The OpenAPI document of this api. Throws if `calls.ts` doesn't describe a call. */
export function openApiDocument(): object {
  const routes = [...routesOf(AppModule), ...hotRoutes].sort((a, b) => (a.path < b.path ? -1 : 1));
  const paths: Record<string, object> = {};
  for (const route of routes) {
    const path = route.path.replace(parameterOfPath, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Voordeur',
      version: '1',
      description: 'Made by `npm run openapi -w api` from the decorators and schemas of the code.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      responses: {
        Refusal: {
          description: `Every refusal has this form. ${refusals.join(', ')}`,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      schemas: { Refusal: refusal },
    },
  };
}

function operation({ method, path, status, needsSession, body, query }: Route): object {
  const described = calls[`${method} ${path}`];
  if (!described) throw new Error(`${method} ${path} is not described in openapi/calls.ts`);
  const call: Call =
    typeof described === 'string' ? { summary: described, answer: { type: 'object' } } : described;
  const bodies = call.body ?? (body && { 'application/json': body });
  const parameters = [
    ...[...path.matchAll(parameterOfPath)].map(([, name]) => ({
      in: 'path',
      name,
      required: true,
      schema: { type: 'string' },
    })),
    ...(call.query ?? parametersOf(query)).map((parameter) => ({ in: 'query', ...parameter })),
  ];
  return {
    summary: call.summary,
    ...(needsSession && { security: [{ session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodies && {
      requestBody: {
        required: true,
        content: Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }])),
      },
    }),
    responses: {
      [status]: {
        description: 'Done',
        ...(call.answer && { content: { [call.answerType ?? 'application/json']: { schema: call.answer } } }),
      },
      ...(call.notYet && {
        202: {
          description: 'Not done yet',
          headers: { Location: { description: 'Where to ask again', schema: { type: 'string' } } },
          content: { 'application/json': { schema: call.notYet } },
        },
      }),
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

function parametersOf(query: ObjectSchema | undefined) {
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    required: query?.required.includes(name) ?? false,
    schema,
  }));
}

const refusal = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string' },
    code: { enum: Object.keys(errorCodes) },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    retryAfter: { type: 'integer', minimum: 1, description: 'Minutes' },
  },
};

const refusals = Object.entries(errorCodes).map(([code, { status }]) => `${status} ${code}`);

import type { Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { ApiExcludeController, ApiProperty, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { acceptedSchema, errorCodes } from '@voordeur/contracts/http';
import { createLogger } from '@voordeur/server';
import { needsSession } from '../admin-session/require-session.js';
import { AppModule } from '../app.module.js';
import { goalRoute } from '../intake/goals.route.js';
import { callDescription, type CallDescription, textSchema } from '../platform/api-call.js';
import { loadConfig } from '../platform/config.js';
import { createFastify } from '../platform/fastify.js';
import type { HotRoute } from '../platform/hot-route.js';
import { MetricsController } from '../platform/metrics.js';
import { loadSite } from '../platform/site.js';
import { videoViewRoute } from '../intake/video-views.route.js';
import { visitRoute } from '../intake/visits.route.js';
import { isDto, schemaOfDto } from './schema-of-dto.js';

/** Settings that must be there, of an api that connects to nothing. */
const environment = {
  DATABASE_URL: 'postgres://127.0.0.1/none',
  REDIS_URL: 'redis://127.0.0.1',
  ADMIN_SECRET_KEY: 'needed and not used',
  JWT_SECRET: 'needed and not used',
};

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Parameter = Extract<NonNullable<Operation['parameters']>[number], { in: string }>;

/**
 * The OpenAPI document of this api: @nestjs/swagger reads routes, queries and DTOs from a preview of the app, in which
 * Nest creates no provider and so opens no connection. Throws for a handler without `@ApiCall`.
 */
export async function openApiDocument(): Promise<OpenAPIObject> {
  const config = loadConfig(environment);
  const logger = createLogger('api', 'silent');
  const module = AppModule.with(config, loadSite(config.siteConfigFile), logger);
  const app = await NestFactory.create(module, createFastify(logger), { preview: true, logger: false });
  const descriptions = describeHandlers(app.get(ModulesContainer));
  const document = SwaggerModule.createDocument(app, head, { autoTagControllers: false, operationIdFactory });
  const calls = Object.entries(document.paths).map(([path, methods]) => {
    const operations = Object.entries(methods as Record<string, Operation>).map(([method, found]) => {
      const description = descriptions.get(found.operationId ?? '') ?? { summary: '' };
      return [method, describe(method, path, found, description)] as const;
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  const hotCalls = hotRoutes.map((route) => [route.path, { post: describeHotRoute(route) }] as const);
  const paths = [...calls, ...hotCalls].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Fastify routes, which have no decorators to read. */
const hotRoutes = [visitRoute, videoViewRoute, goalRoute];

const operationIdFactory = (controller: string, handler: string) => `${controller}.${handler}`;

/** The descriptions by `operationId`. The rules of the DTOs go to @nestjs/swagger. */
function describeHandlers(modules: ModulesContainer): Map<string, CallDescription> {
  const found = new Map<string, CallDescription>();
  const dtos = new Set<Type>();
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  // Only this machine reaches it.
  ApiExcludeController()(MetricsController);
  for (const { metatype } of controllers) {
    if (metatype === MetricsController) continue;
    const prototype = (metatype as Type).prototype as Record<string, object>;
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const handler = prototype[name] ?? {};
      if (!Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
      const described = Reflect.getMetadata(callDescription.KEY, handler) as CallDescription | undefined;
      if (!described) throw new Error(`${metatype?.name}.${name} has no @ApiCall`);
      found.set(operationIdFactory(metatype?.name ?? '', name), described);
      const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Type[];
      for (const type of types.filter(isDto)) dtos.add(type);
    }
  }
  dtos.forEach(describeDto);
  return found;
}

function describeDto(dto: Type): void {
  const { properties, required } = schemaOfDto(dto);
  for (const [name, schema] of Object.entries(properties))
    ApiProperty({ ...schema, required: required.includes(name) })(dto.prototype as object, name);
}

/** Adds what @nestjs/swagger can't know: summary, answer, session and the form of refusals. */
function describe(method: string, path: string, found: Operation, description: CallDescription): Operation {
  const { summary, answer, answerType = 'application/json', notYet, query = [], body } = description;
  const [status = '200'] = Object.keys(found.responses);
  // It leaves out those in the path whose type is a union.
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
    in: 'path',
    name,
    required: true,
    schema: textSchema,
  }));
  const inQuery = (found.parameters ?? []).filter((one) => 'in' in one && one.in === 'query');
  return {
    ...found,
    summary,
    ...(needsSession(method.toUpperCase(), path) && { security: [{ session: [] }] }),
    parameters: [...inPath, ...inQuery, ...query.map((one): Parameter => ({ in: 'query', ...one }))],
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      [status]: { description: 'Done', ...(answer && { content: contentOf({ [answerType]: answer }) }) },
      ...(notYet && {
        202: {
          description: 'Not done yet',
          headers: { Location: { description: 'Where to ask again', schema: textSchema } },
          content: contentOf({ 'application/json': notYet }),
        },
      }),
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

function describeHotRoute({ path, summary, body }: HotRoute): Operation {
  const found = { responses: { 202: { description: 'Done' } } };
  return describe('post', path, found, {
    summary,
    answer: acceptedSchema,
    body: { 'application/json': body },
  });
}

const contentOf = (schemas: Record<string, object>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [
      type,
      { schema: isDto(schema) ? schemaOfDto(schema) : schema },
    ]),
  );

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

const head: Omit<OpenAPIObject, 'paths'> = {
  openapi: '3.1.0',
  info: {
    title: 'Voordeur',
    version: '1',
    description: 'Made by `npm run openapi -w api` from the decorators and schemas of the code.',
  },
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

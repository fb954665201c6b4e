import { RequestMethod, type Type } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  MODULE_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { needsSession } from '../admin-session/require-session.js';
import { BodyPipe, QueryPipe } from '../platform/validation.pipe.js';
import { type ObjectSchema, schemaOfDto } from './schema-of-dto.js';

export interface Route {
  method: string;
  path: string;
  status: number;
  needsSession: boolean;
  /** The schemas of the JSON body and of the query, from the handler's decorators. */
  body: object | undefined;
  query: ObjectSchema | undefined;
}

/** Every route of a module's controllers, read from their decorators without starting anything. */
export function routesOf(module: Type): Route[] {
  return (read(MODULE_METADATA.CONTROLLERS, module) as Type[]).flatMap((controller) => {
    const handlers = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(handlers).flatMap((name) => {
      const handler = handlers[name];
      return typeof handler === 'function' && Reflect.hasMetadata(METHOD_METADATA, handler)
        ? [describe(controller, name, handler)]
        : [];
    });
  });
}

function describe(controller: Type, name: string, handler: object): Route {
  const method = RequestMethod[(read(METHOD_METADATA, handler) as RequestMethod | undefined) ?? 0] ?? 'GET';
  const parts = [
    read(PATH_METADATA, controller) as string | undefined,
    read(PATH_METADATA, handler) as string | undefined,
  ];
  const path = `/${parts.filter((part) => part && part !== '/').join('/')}`;
  return {
    method,
    path,
    status: (read(HTTP_CODE_METADATA, handler) as number | undefined) ?? (method === 'POST' ? 201 : 200),
    needsSession: needsSession(method, path),
    body: schemaOfPipe(BodyPipe, controller, name),
    query: schemaOfPipe(QueryPipe, controller, name),
  };
}

function schemaOfPipe(
  Pipe: typeof BodyPipe | typeof QueryPipe,
  controller: Type,
  name: string,
): ObjectSchema | undefined {
  const given = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as
    Record<string, { pipes?: unknown[] }> | undefined;
  const pipe = Object.values(given ?? {})
    .flatMap(({ pipes }) => pipes ?? [])
    .find((one): one is InstanceType<typeof Pipe> => one instanceof Pipe);
  return pipe && schemaOfDto(pipe.dto);
}

function read(key: string, owner: object): unknown {
  return Reflect.getMetadata(key, owner);
}

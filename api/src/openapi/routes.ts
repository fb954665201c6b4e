import { RequestMethod, type Type } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  MODULE_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { needsSession } from '../admin-session/require-session.js';
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

/** Every route of a module and those it imports, read from their decorators without starting anything. */
export function routesOf(module: Type): Route[] {
  return controllersOf(module).flatMap((controller) => {
    const handlers = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(handlers).flatMap((name) => {
      const handler = handlers[name];
      return typeof handler === 'function' && Reflect.hasMetadata(METHOD_METADATA, handler)
        ? [describe(controller, name, handler)]
        : [];
    });
  });
}

function controllersOf(module: Type): Type[] {
  const imported = (read(MODULE_METADATA.IMPORTS, module) ?? []) as (Type | object)[];
  const own = (read(MODULE_METADATA.CONTROLLERS, module) ?? []) as Type[];
  const others = imported.flatMap((one) => (typeof one === 'function' ? controllersOf(one as Type) : []));
  return [...new Set([...own, ...others])];
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
    body: schemaOfParameter(RouteParamtypes.BODY, controller, name),
    query: schemaOfParameter(RouteParamtypes.QUERY, controller, name),
  };
}

/** Undefined unless it's one whole DTO. */
function schemaOfParameter(kind: RouteParamtypes, controller: Type, name: string): ObjectSchema | undefined {
  const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number }
  >;
  const at = Object.entries(given).find(([key]) => key.startsWith(`${kind}:`))?.[1].index;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) as Type[];
  const schema = at === undefined ? undefined : schemaOfDto(types[at] as Type<object>);
  return schema && Object.keys(schema.properties).length > 0 ? schema : undefined;
}

function read(key: string, owner: object): unknown {
  return Reflect.getMetadata(key, owner);
}

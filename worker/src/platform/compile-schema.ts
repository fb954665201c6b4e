import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

const ajv = formats.default(new Ajv({ strict: true, strictRequired: false }), ['uuid', 'date-time']);

/** A check of a job's payload against its contract's schema; `Payload` is the type that the contract gives it. */
export function compileSchema<Payload>(schema: SchemaObject): ValidateFunction<Payload> {
  return ajv.compile<Payload>(schema);
}

/** The process' pino logger. */
export const LOGGER = Symbol('logger');

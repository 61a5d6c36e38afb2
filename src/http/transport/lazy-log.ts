import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'

/**
 * Makes a request's logger when it is first used: most requests write only the line of
 * `RequestLog`.
 */
export const lazyLog: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  parent,
  bindings,
  options,
) => new LazyLog(() => parent.child(bindings, options)) as unknown as FastifyBaseLogger

const METHODS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'child'] as const

class LazyLog {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get log(): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made
  }

  get level(): string {
    return this.log.level
  }
}

for (const name of METHODS) {
  Object.defineProperty(LazyLog.prototype, name, {
    value(this: LazyLog, ...parameters: unknown[]) {
      const method = this.log[name] as (...parameters: unknown[]) => unknown
      return method.apply(this.log, parameters)
    },
  })
}

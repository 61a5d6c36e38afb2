import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'

type Log = (...message: unknown[]) => void

/**
 * Fastify's logger of a request, made when it is first written to: few requests write anything but
 * the line that `RequestLog` writes.
 */
export const lazyLog: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  parent,
  bindings,
  options,
) => new LazyLog(() => parent.child(bindings, options)) as unknown as FastifyBaseLogger

class LazyLog {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log(): Record<string, Log> {
    this.#made ??= this.#make()
    return this.#made as unknown as Record<string, Log>
  }

  get level(): string {
    return this.#log.level as unknown as string
  }

  trace(...message: unknown[]): void {
    this.#log.trace?.(...message)
  }

  debug(...message: unknown[]): void {
    this.#log.debug?.(...message)
  }

  info(...message: unknown[]): void {
    this.#log.info?.(...message)
  }

  warn(...message: unknown[]): void {
    this.#log.warn?.(...message)
  }

  error(...message: unknown[]): void {
    this.#log.error?.(...message)
  }

  fatal(...message: unknown[]): void {
    this.#log.fatal?.(...message)
  }

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made.child(...options)
  }
}

import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'

/** Names that `readConfig` found too unlike a setting to refuse them. */
export function warnOfNames({ resembling }: Pick<Config, 'resembling'>, log: Logger): void {
  for (const { name, setting } of resembling) {
    log.warn({ name, setting }, 'a name of the environment resembles a setting and is not one')
  }
}

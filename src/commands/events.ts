import { Command } from 'commander'
import { eventsListCommand } from './events-list.ts'

/** `events`, which is `events list`. */
export function eventsCommand(): Command {
  return new Command('events')
    .description('print or follow the events of an organization')
    .addCommand(eventsListCommand(), { isDefault: true })
}

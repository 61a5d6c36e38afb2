import { Command } from 'commander'
import { eventsExportCommand } from './events-export.ts'
import { eventsListCommand } from './events-list.ts'
import { eventsVerifyCommand } from './events-verify.ts'

export function eventsCommand(): Command {
  return new Command('events')
    .description('print or follow the events of an organization, export them, verify an export')
    .addCommand(eventsListCommand(), { isDefault: true })
    .addCommand(eventsExportCommand())
    .addCommand(eventsVerifyCommand())
}

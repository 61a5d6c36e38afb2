import { Command } from 'commander'
import { eventsExportCommand } from './events-export.ts'
import { eventsVerifyCommand } from './events-verify.ts'

export function eventsCommand(): Command {
  return new Command('events')
    .description('export the events of an organization, verify an export')
    .addCommand(eventsExportCommand())
    .addCommand(eventsVerifyCommand())
}

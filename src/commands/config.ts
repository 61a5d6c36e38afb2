import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { type OutputOptions, print, table } from './command.ts'

/** `config`: every setting, its source and its value, secrets masked. */
export function configCommand(): Command {
  return new Command('config')
    .description(
      'show every setting, where its value comes from, and the value with secrets masked',
    )
    .option('--json', 'print one JSON document')
    .action((options: OutputOptions) => {
      const { report } = readConfig()
      print(options, { settings: report }, () =>
        table(
          ['SETTING', 'VALUE', 'SOURCE', 'MEANING'],
          report.map(({ name, value, source, description }) => [
            name,
            value === '' ? '-' : value,
            source,
            description,
          ]),
        ),
      )
    })
}
